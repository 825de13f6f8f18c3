import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Box, CampaignDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Switch } from '../../components/forms/checkbox.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { toPreviewDraft } from './preview-draft.ts';
import type { EffectOf } from './effects.ts';
import type { CatalogueField } from '../../components/products/catalogue-values.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { FilterRule } from './filter-rule.tsx';
import { PromotionGrid } from './promotion-grid.tsx';
import { PromotionRules } from './promotion-rules.tsx';
import { pinProduct, type Promotion } from './promotions.ts';
import type { EffectProps } from './redirect-effect.tsx';

type PromotionEffectProps = EffectProps<EffectOf<'promotion'>> & {
  website: string;
  box: Box | undefined;
  draft: CampaignDeclaration;
  /** The product whose look-alikes are arranged and compared. */
  source: ProductSummary | null;
  fields: readonly CatalogueField[];
  onSource: (product: ProductSummary) => void;
  onWhen: (when: NonNullable<CampaignDeclaration['when']>) => void;
};

/** The condition and the schedule are left out, so that the grid always shows what the rules do. */
const withoutCondition = ({
  when: _when,
  from: _from,
  until: _until,
  weekdays: _weekdays,
  ...rest
}: CampaignDeclaration): CampaignDeclaration => ({ ...rest, share: 1 });

/** Who asked for a promotion chooses the product first. Otherwise the kind of the campaign may still change. */
const usePicking = ({ when }: CampaignDeclaration, disabled: boolean) => {
  const { effect } = useSearch({ strict: false });
  return useState<'source' | 'extra' | null>(
    effect === 'promotion' && when === undefined && !disabled ? 'source' : null,
  );
};

/** A new campaign holds for a product from the first thing that is arranged on. */
const findScoped = (source: ProductSummary | null, { when, effect }: CampaignDeclaration) =>
  when === undefined && effect.promotion?.promotions.length === 0 ? null : source;

export const PromotionEffect = (props: PromotionEffectProps) => {
  const { website, box, draft, source, fields, value, disabled, onSource, onWhen, onChange } = props;
  const { t } = useText();
  const [picking, setPicking] = usePicking(draft, disabled);
  const previewDraft = toPreviewDraft(withoutCondition(draft), t('campaign.newTitle'));
  const query = useSearchPreview(
    website,
    box?.declaration.name,
    source && {
      identifier: source.identifier,
      campaigns: 'none',
      ...(previewDraft ? { draft: previewDraft } : {}),
    },
  );
  const change = (promotions: Promotion[]): void => onChange({ ...value, promotions });
  /** What is arranged holds for its product, unless something else was said. */
  const arrange = (promotions: Promotion[]): void => {
    if (source && draft.when === undefined) onSource(source);
    change(promotions);
  };
  const scoped = findScoped(source, draft);
  const pick = (product: ProductSummary): void => {
    if (picking === 'source') onSource(product);
    else arrange(pinProduct(value.promotions, product.identifier, 1));
    setPicking(null);
  };
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h3 className="font-medium">{t('promotion.arrange')}</h3>
        <p className="mb-3 text-sm text-muted">{t('promotion.arrangeHint')}</p>
        <div className="mb-4 flex flex-wrap gap-3">
          <Button onClick={() => setPicking('source')}>
            <span className="max-w-64 truncate sm:max-w-md">
              {source ? t('promotion.source', { name: source.displayText }) : t('preview.choose')}
            </span>
          </Button>
          {!disabled && (
            <Button icon={Plus} onClick={() => setPicking('extra')}>
              {t('promotion.add')}
            </Button>
          )}
        </div>
        {scoped && (
          <div className="mb-4 max-w-xl">
            <ScopeChoice
              website={website}
              dataset={box?.dataset}
              source={scoped}
              when={draft.when ?? {}}
              disabled={disabled}
              onChange={onWhen}
            />
          </div>
        )}
        {source && (
          <QueryView query={query}>
            {(answer) => (
              <PromotionGrid
                answer={answer}
                promotions={value.promotions}
                disabled={disabled}
                onChange={arrange}
              />
            )}
          </QueryView>
        )}
      </section>
      <PromotionRules
        website={website}
        dataset={box?.dataset}
        fields={fields}
        promotions={value.promotions}
        disabled={disabled}
        onChange={change}
      />
      {!disabled && <FilterRule fields={fields} onAdd={(rule) => change([...value.promotions, rule])} />}
      <Switch
        label={t('promotion.highlighted')}
        hint={t('promotion.highlightedHint')}
        disabled={disabled}
        checked={value.highlighted ?? false}
        onChange={(highlighted) => onChange({ ...value, highlighted })}
      />
      <ProductPicker
        open={picking !== null}
        title={picking === 'extra' ? t('promotion.add') : t('preview.choose')}
        website={website}
        dataset={box?.dataset}
        onPick={pick}
        onClose={() => setPicking(null)}
      />
    </div>
  );
};
