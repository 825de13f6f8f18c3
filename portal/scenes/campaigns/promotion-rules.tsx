import { X } from 'lucide-react';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { useKnownProducts } from '../../data/datasets.ts';
import type { Texts } from '../../texts/text-context.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { Promotion } from './promotions.ts';

type Targets = { identifiers?: readonly string[]; filter?: string };

const identifiersOf = ({ pin, boost, bury, hide }: Promotion): readonly string[] =>
  pin ? [pin.identifier] : ((boost ?? bury ?? hide)?.identifiers ?? []);

/** Products by name, with the identifier that tells two of one name apart. */
const useNames = (
  website: string,
  dataset: string | undefined,
  promotions: readonly Promotion[],
): ((identifier: string) => string) => {
  const identifiers = [...new Set(promotions.flatMap(identifiersOf))];
  const products = useKnownProducts(website, dataset, identifiers);
  const names = new Map(products.map(({ identifier, displayText }) => [identifier, displayText]));
  return (identifier) => {
    const name = names.get(identifier) ?? identifier;
    return name === identifier ? identifier : `${name} (${identifier})`;
  };
};

const sentence = (
  { t, number }: Texts,
  nameOf: (identifier: string) => string,
  { pin, boost, bury, hide }: Promotion,
): string => {
  const whatOf = ({ identifiers, filter }: Targets): string =>
    identifiers?.map(nameOf).join(', ') ?? filter ?? '';
  if (pin) return t('promotion.rule.pin', { what: nameOf(pin.identifier), position: pin.position });
  if (boost) return t('promotion.rule.boost', { what: whatOf(boost), factor: number(boost.factor, 1) });
  if (bury) return t('promotion.rule.bury', { what: whatOf(bury), factor: number(bury.factor, 1) });
  return t('promotion.rule.hide', { what: whatOf(hide ?? {}) });
};

export const PromotionRules = ({
  website,
  dataset,
  promotions,
  disabled,
  onChange,
}: {
  website: string;
  dataset: string | undefined;
  promotions: readonly Promotion[];
  disabled: boolean;
  onChange: (promotions: Promotion[]) => void;
}) => {
  const texts = useText();
  const { t } = texts;
  const nameOf = useNames(website, dataset, promotions);
  return (
    <section>
      <h3 className="mb-2 font-medium">{t('promotion.rules')}</h3>
      {promotions.length === 0 && <p className="text-muted">{t('promotion.rules.none')}</p>}
      <ul className="divide-y divide-line">
        {promotions.map((promotion, index) => {
          const name = sentence(texts, nameOf, promotion);
          return (
            <li key={name} className="flex items-center gap-3 py-1.5">
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
