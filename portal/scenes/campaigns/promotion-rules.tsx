import { X } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import type { Texts } from '../../texts/text-context.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { Promotion } from './promotions.ts';

const whatOf = (targets: { identifiers?: readonly string[]; filter?: string }): string =>
  targets.identifiers?.join(', ') ?? targets.filter ?? '';

const sentence = ({ t, number }: Texts, { pin, boost, bury, hide }: Promotion): string => {
  if (pin) return t('promotion.rule.pin', { what: pin.identifier, position: pin.position });
  if (boost) return t('promotion.rule.boost', { what: whatOf(boost), factor: number(boost.factor, 1) });
  if (bury) return t('promotion.rule.bury', { what: whatOf(bury), factor: number(bury.factor, 1) });
  return t('promotion.rule.hide', { what: whatOf(hide ?? {}) });
};

export function PromotionRules({
  promotions,
  disabled,
  onChange,
}: {
  promotions: readonly Promotion[];
  disabled: boolean;
  onChange: (promotions: Promotion[]) => void;
}) {
  const texts = useText();
  const { t } = texts;
  return (
    <section>
      <h3 className="mb-2 font-medium">{t('promotion.rules')}</h3>
      {promotions.length === 0 && <p className="text-muted">{t('promotion.rules.none')}</p>}
      <ul className="divide-y divide-line">
        {promotions.map((promotion, index) => {
          const name = sentence(texts, promotion);
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
}
