import { X } from 'lucide-react';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { filterWords } from '../../components/filters/filter-words.ts';
import type { CatalogueField } from '../../components/products/catalogue-values.ts';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { useProductsById } from '../../data/datasets.ts';
import type { Texts } from '../../texts/text-context.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { Promotion } from './promotions.ts';

const shownPictures = 3;

type Targets = { identifiers?: readonly string[]; filter?: string };

const listIdentifiers = ({ pin, boost, bury, hide }: Promotion): readonly string[] =>
  pin ? [pin.identifier] : ((boost ?? bury ?? hide)?.identifiers ?? []);

/** Names of products with their identifier, because names are not unique. */
const useProductNames = (
  website: string,
  dataset: string | undefined,
  promotions: readonly Promotion[],
): ((identifier: string) => string) => {
  const identifiers = [...new Set(promotions.flatMap(listIdentifiers))];
  const products = useProductsById(website, dataset, identifiers);
  const names = new Map(products.map(({ identifier, displayText }) => [identifier, displayText]));
  return (identifier) => {
    const name = names.get(identifier) ?? identifier;
    return name === identifier ? identifier : `${name} (${identifier})`;
  };
};

const ruleSentence = (
  { t, number }: Texts,
  productName: (identifier: string) => string,
  fields: readonly CatalogueField[],
  { pin, boost, bury, hide }: Promotion,
): string => {
  const targetText = ({ identifiers, filter }: Targets): string =>
    identifiers?.map(productName).join(', ') ?? (filter === undefined ? '' : filterWords(t, fields, filter));
  if (pin) return t('promotion.rule.pin', { what: productName(pin.identifier), position: pin.position });
  if (boost) return t('promotion.rule.boost', { what: targetText(boost), factor: number(boost.factor, 1) });
  if (bury) return t('promotion.rule.bury', { what: targetText(bury), factor: number(bury.factor, 1) });
  return t('promotion.rule.hide', { what: targetText(hide ?? {}) });
};

export const PromotionRules = ({
  website,
  dataset,
  fields,
  promotions,
  disabled,
  onChange,
}: {
  website: string;
  dataset: string | undefined;
  fields: readonly CatalogueField[];
  promotions: readonly Promotion[];
  disabled: boolean;
  onChange: (promotions: Promotion[]) => void;
}) => {
  const texts = useText();
  const { t } = texts;
  const productName = useProductNames(website, dataset, promotions);
  if (promotions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-medium">{t('promotion.rules')}</h3>
      <ul className="divide-y divide-line">
        {promotions.map((promotion, index) => {
          const name = ruleSentence(texts, productName, fields, promotion);
          return (
            <li key={name} className="flex items-center gap-3 py-1.5">
              {listIdentifiers(promotion)
                .slice(0, shownPictures)
                .map((identifier) => (
                  <span key={identifier} className="size-10 shrink-0 overflow-hidden rounded-lg bg-picture">
                    <ProductPicture product={{ identifier, imageUrl: null }} />
                  </span>
                ))}
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              {!disabled && (
                <IconButton
                  size="small"
                  icon={X}
                  label={t('common.removeOf', { name })}
                  onClick={() => onChange(promotions.toSpliced(index, 1))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
