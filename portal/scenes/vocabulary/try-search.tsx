import { CornerDownRight, Equal } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { SuggestionChips } from '../../components/products/suggestion-chips.tsx';
import { useBoxes, useRelatedPreview } from '../../data/boxes.ts';
import type { WebsiteSettings } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const Suggestions = ({ website, pattern }: { website: string; pattern: string }) => {
  const { t } = useText();
  const { data: boxes = [] } = useBoxes(website);
  const box = boxes.find(({ kind }) => kind === 'relatedKeywords');
  const preview = useRelatedPreview(website, box?.declaration.name, { pattern, campaigns: 'published' });
  if (box === undefined) return <p className="text-sm text-muted">{t('words.try.noBox')}</p>;
  return (
    <QueryView query={preview}>
      {(answer) =>
        answer.suggestions?.length ? (
          <SuggestionChips
            website={website}
            dataset={box.dataset}
            label={t('preview.related.suggestions')}
            answer={answer}
          />
        ) : (
          <p className="text-sm text-muted">{t('words.try.none')}</p>
        )
      }
    </QueryView>
  );
};

/** What a shopper gets who searches for this. */
export const TrySearch = ({ website, settings }: { website: string; settings: WebsiteSettings }) => {
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? settings.synonyms?.[0]?.at(-1) ?? '';
  const pattern = useDeferredValue(text.trim());
  const redirect = settings.redirects?.find(({ term }) => isSame(term, pattern));
  const group = settings.synonyms?.find((words) => words.some((word) => isSame(word, pattern)));
  return (
    <Card title={t('words.try')} description={t('words.try.body')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('words.try.label')}
          type="search"
          maxLength={200}
          value={text}
          onChange={setTyped}
        />
        {redirect && (
          <p className="flex gap-2 text-sm wrap-anywhere">
            <CornerDownRight className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t('words.try.redirect', { address: redirect.url })}
          </p>
        )}
        {group && (
          <p className="flex gap-2 text-sm wrap-anywhere">
            <Equal className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t('words.try.synonyms', { words: group.filter((word) => !isSame(word, pattern)).join(', ') })}
          </p>
        )}
        {pattern !== '' && <Suggestions website={website} pattern={pattern} />}
      </div>
    </Card>
  );
};
