import { MessageCircleQuestion, Plus } from 'lucide-react';
import { type FormEvent, useDeferredValue, useState } from 'react';
import type { CurationEntry } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { useCatalogueOf } from '../../components/products/suggestion-chips.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useTopTerm } from '../../data/analytics.ts';
import { useBox, useCuration, useRelatedPreview, useSaveCuration } from '../../data/boxes.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { ShopperView } from './shopper-view.tsx';
import { RelatedSuggestions } from './related-suggestions.tsx';
import { updateEntries, hide, putSuggestionFirst } from '../../data/curation-entries.ts';

const AddSuggestion = ({ onAdd }: { onAdd: (text: string) => void }) => {
  const { t } = useText();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') onAdd(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit} className="mt-4 flex items-end gap-3 border-t border-line pt-4">
      <div className="min-w-0 flex-1">
        <Field label={t('preview.related.addLabel')}>
          {(control) => <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
      </div>
      <Button type="submit" icon={Plus}>
        {t('common.add')}
      </Button>
    </form>
  );
};

type AddProductProps = {
  website: string;
  dataset: string | undefined;
  onAdd: (identifier: string) => void;
};

/** A product of your own choice comes from the catalogue. */
const AddProduct = ({ website, dataset, onAdd }: AddProductProps) => {
  const { t } = useText();
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Button size="small" icon={Plus} onClick={() => setPicking(true)}>
        {t('ads.choose')}
      </Button>
      <ProductPicker
        open={picking}
        title={t('ads.choose')}
        website={website}
        dataset={dataset}
        onPick={({ identifier }) => {
          onAdd(identifier);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </>
  );
};

type AnswerCardProps = {
  website: string;
  catalogue: string | undefined;
  pattern: string;
  isProducts: boolean;
  query: ReturnType<typeof useRelatedPreview>;
  disabled: boolean;
  busy: boolean;
  onAdd: (text: string) => void;
  onHide: (text: string) => void;
};

/** What the box answers, to be curated: products as shoppers see them, keywords in rows. */
const AnswerCard = (props: AnswerCardProps) => {
  const { website, catalogue, pattern, isProducts, query, disabled, busy, onAdd, onHide } = props;
  const { t } = useText();
  return (
    <Card
      title={t(isProducts ? 'preview.related.shopper' : 'preview.related.suggestions')}
      {...(isProducts ? { description: t('preview.related.searched', { pattern }) } : {})}
      actions={isProducts && !disabled && <AddProduct website={website} dataset={catalogue} onAdd={onAdd} />}
    >
      <QueryView query={query}>
        {(answer) => (
          <PictureProvider website={website} dataset={catalogue}>
            <RelatedSuggestions
              answer={answer}
              isProducts={isProducts}
              disabled={disabled || busy}
              onFirst={onAdd}
              onHide={onHide}
            />
          </PictureProvider>
        )}
      </QueryView>
      {!disabled && !isProducts && <AddSuggestion onAdd={onAdd} />}
    </Card>
  );
};

/** Curation in the preview: each click is saved, and the list is loaded again. */
export const RelatedPreview = ({
  website,
  box,
  disabled,
}: {
  website: string;
  box: string;
  disabled: boolean;
}) => {
  const { t } = useText();
  const toast = useToast();
  const [typed, setTyped] = useState<string | null>(null);
  // The page shows something before anything is typed.
  const top = useTopTerm(website);
  const text = typed ?? top ?? '';
  const pattern = useDeferredValue(text.trim());
  const preview = useRelatedPreview(
    website,
    box,
    pattern === '' ? null : { pattern, campaigns: 'published' },
  );
  const { data: stored } = useBox(website, box);
  const catalogue = useCatalogueOf(website, stored?.declaration.dataset);
  const { data: curation = [] } = useCuration(website, box);
  const save = useSaveCuration(website, box);
  const undo = { label: t('common.undo'), run: () => save.mutate(curation) };
  const change = (edit: (entry: CurationEntry) => CurationEntry): void =>
    save.mutate(updateEntries(curation, pattern, edit), {
      onSuccess: () => toast(t('preview.related.saved'), 'positive', undo),
    });
  const isProducts = stored?.declaration.kind === 'relatedProducts';
  const add = (each: string): void => change((entry) => putSuggestionFirst(entry, each));
  return (
    <div
      className={classNames(
        'grid items-start gap-6',
        !isProducts && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <Card>
          <TextField
            label={t('preview.pattern')}
            hint={t('preview.patternHint')}
            type="search"
            maxLength={200}
            value={text}
            onChange={setTyped}
          />
        </Card>
        {pattern === '' ? (
          <Card>
            <EmptyState
              icon={MessageCircleQuestion}
              title={t('preview.related.start.title')}
              body={t('preview.related.start.body')}
            />
          </Card>
        ) : (
          <AnswerCard
            website={website}
            catalogue={catalogue}
            pattern={pattern}
            isProducts={isProducts}
            query={preview}
            disabled={disabled}
            busy={save.isPending}
            onAdd={add}
            onHide={(each) => change((entry) => hide(entry, each))}
          />
        )}
      </div>
      {pattern !== '' && preview.data && stored?.declaration.kind === 'relatedKeywords' && (
        <div className="flex min-w-0 flex-col gap-6">
          <ShopperView
            website={website}
            dataset={stored.declaration.dataset}
            pattern={pattern}
            answer={preview.data}
          />
        </div>
      )}
    </div>
  );
};
