import { ArrowUpToLine, EyeOff, MessageCircleQuestion, Plus } from 'lucide-react';
import { type FormEvent, useDeferredValue, useState } from 'react';
import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';
import type { CurationEntry } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { readAnsweredProducts } from '../../components/products/answered-products.ts';
import { ProductCard, ProductPicture } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { useCatalogueOf } from '../../components/products/suggestion-chips.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useTopTerm } from '../../data/analytics.ts';
import { useBox, useCuration, useRelatedPreview, useSaveCuration } from '../../data/boxes.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { ShopperView } from './shopper-view.tsx';
import { updateEntries, hide, putSuggestionFirst } from '../../data/curation-entries.ts';

type SuggestionExplanation = NonNullable<WireSuggestionList['explain']>['suggestions'][number];

const Reasons = ({ explained }: { explained: SuggestionExplanation | undefined }) => {
  const { t } = useText();
  return (
    <span className="flex flex-wrap gap-1.5">
      {(explained?.evidence ?? []).map(({ signal, shoppers, products }) => (
        <Badge key={signal} tone={signal === 'operator' ? 'accent' : 'neutral'}>
          {t(`evidence.${signal}`)}
          {shoppers !== undefined && ` · ${t('evidence.shoppers', { count: shoppers })}`}
          {products !== undefined && ` · ${t('evidence.products', { count: products })}`}
        </Badge>
      ))}
    </span>
  );
};

const shareReasons = (answer: WireSuggestionList): boolean =>
  new Set(
    (answer.explain?.suggestions ?? []).map(({ evidence }) =>
      evidence.map(({ signal, shoppers, products }) => [signal, shoppers, products].join(' ')).join(),
    ),
  ).size === 1;

type ListProps = {
  answer: WireSuggestionList;
  isProducts: boolean;
  disabled: boolean;
  onFirst: (text: string) => void;
  onHide: (text: string) => void;
};

type RowActionsProps = Omit<ListProps, 'answer' | 'isProducts'> & { name: string; text: string };

const RowActions = ({ name, text, disabled, onFirst, onHide }: RowActionsProps) => {
  const { t } = useText();
  if (disabled) return null;
  return (
    <>
      <IconButton
        size="small"
        icon={ArrowUpToLine}
        label={t('preview.related.first', { name })}
        onClick={() => onFirst(text)}
      />
      <IconButton
        size="small"
        icon={EyeOff}
        label={t('preview.related.hide', { name })}
        onClick={() => onHide(text)}
      />
    </>
  );
};

const Suggestions = ({ answer, isProducts, ...actions }: ListProps) => {
  const { t } = useText();
  const suggestions = answer.suggestions ?? [];
  if (suggestions.length === 0)
    return (
      <EmptyState
        icon={MessageCircleQuestion}
        title={t('preview.related.none.title')}
        body={t('preview.related.none.body')}
      />
    );
  const explanations = answer.explain?.suggestions ?? [];
  // A reason that all of them share tells nothing about one.
  const isShared = shareReasons(answer);
  if (isProducts)
    return (
      <ProductGrid label={t('preview.related.suggestions')}>
        {readAnsweredProducts(answer).map((product) => {
          const { identifier, displayText: name } = product;
          const explained = explanations.find((each) => each.identifier === identifier);
          return (
            <li key={identifier}>
              <ProductCard
                product={product}
                marks={!isShared && <Reasons explained={explained} />}
                actions={<RowActions {...actions} name={name} text={identifier} />}
              />
            </li>
          );
        })}
      </ProductGrid>
    );
  return (
    <ol className="divide-y divide-line">
      {suggestions.map(({ text, displayText }, index) => {
        const name = displayText ?? text ?? '';
        const explained = explanations.find((each) => each.text === text);
        return (
          <li key={`${text}-${index}`} className="flex items-center gap-3 py-2.5">
            <span className="w-6 text-right text-sm text-muted">{index + 1}</span>
            {explained?.identifier && (
              <span className="size-11 shrink-0 overflow-hidden rounded-lg bg-picture">
                <ProductPicture product={{ identifier: explained.identifier, imageUrl: null }} />
              </span>
            )}
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{name}</span>
              {!isShared && <Reasons explained={explained} />}
            </span>
            <RowActions {...actions} name={name} text={text ?? name} />
          </li>
        );
      })}
    </ol>
  );
};

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
            <Suggestions
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
