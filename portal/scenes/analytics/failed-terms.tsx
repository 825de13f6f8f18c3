import { Languages, ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { Analytics } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { CurateTerm } from './curate-term.tsx';
import { SynonymOfTerm } from './synonym-of-term.tsx';

type Open = { readonly what: 'curate' | 'synonym'; readonly term: string };

type FailedTermsProps = {
  website: string;
  /** Related boxes that answer search terms with keywords. */
  boxes: readonly string[];
  label: string;
  terms: Analytics['top']['failedPatterns'];
};

/** Search terms without an answer, each with what can be done about it here. */
export const FailedTerms = ({ website, boxes, label, terms }: FailedTermsProps) => {
  const { t, number } = useText();
  const canCurate = useHasRole('merchandiser') && boxes.length > 0;
  const canSetSynonyms = useHasRole('owner');
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <ol aria-label={label} className="divide-y divide-line">
        {terms.map(({ text, count }) => {
          const isEmpty = text.trim() === '';
          return (
            <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
              <span className="min-w-32 flex-1 truncate" title={text}>
                {isEmpty ? t('analytics.top.empty') : text}
              </span>
              <span className="font-medium">{number(count)}</span>
              {(canCurate || canSetSynonyms) && !isEmpty && (
                <span className="flex flex-wrap gap-x-3 gap-y-1 max-sm:basis-full">
                  {canCurate && (
                    <Button
                      size="small"
                      icon={ListPlus}
                      aria-label={`${t('analytics.curate')}: ${text}`}
                      onClick={() => setOpen({ what: 'curate', term: text })}
                    >
                      {t('analytics.curate')}
                    </Button>
                  )}
                  {canSetSynonyms && (
                    <Button
                      size="small"
                      icon={Languages}
                      aria-label={`${t('analytics.synonym')}: ${text}`}
                      onClick={() => setOpen({ what: 'synonym', term: text })}
                    >
                      {t('analytics.synonym')}
                    </Button>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {open?.what === 'curate' && (
        <CurateTerm website={website} boxes={boxes} term={open.term} onClose={close} />
      )}
      {open?.what === 'synonym' && <SynonymOfTerm website={website} term={open.term} onClose={close} />}
    </>
  );
};
