import type { Box, CampaignDeclaration } from '../../api/types.ts';
import { classNames } from '../../styles/class-names.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import type { CatalogueField } from '../../components/products/catalogue-values.ts';
import { useText } from '../../texts/text-context.tsx';
import { AdsEffect } from './ads-effect.tsx';
import { BannerEffect } from './banner-effect.tsx';
import { effectIcons } from './effect-icons.ts';
import { type Effect, type EffectKind, effectKinds, getEffectKind, newEffect } from './effects.ts';
import { PromotionEffect } from './promotion-effect.tsx';
import { RedirectEffect } from './redirect-effect.tsx';
import { TilesEffect } from './tiles-effect.tsx';

const KindChoice = ({ value, onChange }: { value: EffectKind; onChange: (kind: EffectKind) => void }) => {
  const { t } = useText();
  return (
    <fieldset className="mb-6 grid gap-2 sm:grid-cols-2 lg:grid-cols-3 min-[88rem]:grid-cols-5">
      <legend className="sr-only">{t('campaign.effect')}</legend>
      {effectKinds.map((kind) => {
        const Icon = effectIcons[kind];
        return (
          <label
            key={kind}
            className={classNames(
              'flex items-start gap-3 rounded-xl border p-3 min-[88rem]:flex-col min-[88rem]:gap-2 min-[88rem]:px-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
              value === kind ? 'border-accent bg-accent-soft' : 'border-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="effect"
              className="sr-only"
              checked={value === kind}
              onChange={() => onChange(kind)}
            />
            <Icon
              className={classNames(
                'mt-0.5 size-5 shrink-0',
                value === kind ? 'text-accent-ink' : 'text-muted',
              )}
              aria-hidden
            />
            <span>
              <span className="block font-medium">{t(`effect.${kind}`)}</span>
              <span className="block text-sm text-muted">{t(`effect.${kind}.body`)}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};

type EffectEditorProps = {
  website: string;
  box: Box | undefined;
  draft: CampaignDeclaration;
  disabled: boolean;
  kindFixed: boolean;
  source: ProductSummary | null;
  fields: readonly CatalogueField[];
  onSource: (product: ProductSummary) => void;
  onWhen: (when: NonNullable<CampaignDeclaration['when']>) => void;
  onChange: (effect: Effect) => void;
};

export const EffectEditor = (props: EffectEditorProps) => {
  const { website, box, draft, disabled, kindFixed, source, fields, onSource, onWhen, onChange } = props;
  const { promotion, banner, redirect, ads, intentClarification } = draft.effect;
  return (
    <>
      {!kindFixed && (
        <KindChoice value={getEffectKind(draft.effect)} onChange={(kind) => onChange(newEffect(kind))} />
      )}
      {promotion && (
        <PromotionEffect
          website={website}
          box={box}
          draft={draft}
          source={source}
          fields={fields}
          onSource={onSource}
          onWhen={onWhen}
          value={promotion}
          disabled={disabled}
          onChange={(next) => onChange({ promotion: next })}
        />
      )}
      {banner && (
        <BannerEffect
          website={website}
          dataset={box?.dataset}
          value={banner}
          disabled={disabled}
          onChange={(next) => onChange({ banner: next })}
        />
      )}
      {redirect && (
        <RedirectEffect
          value={redirect}
          disabled={disabled}
          onChange={(next) => onChange({ redirect: next })}
        />
      )}
      {ads && (
        <AdsEffect
          website={website}
          dataset={box?.dataset}
          value={ads}
          disabled={disabled}
          onChange={(next) => onChange({ ads: next })}
        />
      )}
      {intentClarification && (
        <TilesEffect
          fields={fields}
          value={intentClarification}
          disabled={disabled}
          onChange={(next) => onChange({ intentClarification: next })}
        />
      )}
    </>
  );
};
