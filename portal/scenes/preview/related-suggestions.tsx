import { ArrowUpToLine, EyeOff, MessageCircleQuestion } from 'lucide-react';
import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Badge } from '../../components/display/badge.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { readAnsweredProducts } from '../../components/products/answered-products.ts';
import { ProductCard, ProductPicture } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { useText } from '../../texts/text-context.tsx';

type SuggestionExplanation = NonNullable<WireSuggestionList['explain']>['suggestions'][number];

const keyOf = ({ signal, shoppers, products }: SuggestionExplanation['evidence'][number]): string =>
  [signal, shoppers, products].join(' ');

/** What all of several suggestions share tells nothing about one. */
const listShared = ({ explain }: WireSuggestionList): ReadonlySet<string> => {
  const [first = [], ...others] = (explain?.suggestions ?? []).map(({ evidence }) => evidence.map(keyOf));
  return new Set(others.length === 0 ? [] : first.filter((key) => others.every((all) => all.includes(key))));
};

type ReasonsProps = { explained: SuggestionExplanation | undefined; shared: ReadonlySet<string> };

const Reasons = ({ explained, shared }: ReasonsProps) => {
  const { t } = useText();
  const evidence = explained?.evidence.filter((each) => !shared.has(keyOf(each))) ?? [];
  return (
    <span className="flex flex-wrap gap-1.5">
      {evidence.map(({ signal, shoppers, products }) => (
        <Badge key={signal} wraps tone={signal === 'operator' ? 'accent' : 'neutral'}>
          {t(`evidence.${signal}`)}
          {shoppers !== undefined && ` · ${t('evidence.shoppers', { count: shoppers })}`}
          {products !== undefined && ` · ${t('evidence.products', { count: products })}`}
        </Badge>
      ))}
    </span>
  );
};

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

/** What a box for keywords or related products answers, with what a merchandiser does to each. */
export const RelatedSuggestions = ({ answer, isProducts, ...actions }: ListProps) => {
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
  const shared = listShared(answer);
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
                marks={<Reasons explained={explained} shared={shared} />}
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
              <Reasons explained={explained} shared={shared} />
            </span>
            <RowActions {...actions} name={name} text={text ?? name} />
          </li>
        );
      })}
    </ol>
  );
};
