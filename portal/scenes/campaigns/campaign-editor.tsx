import { type ReactNode, useState } from 'react';
import type { Box, Campaign, CampaignDeclaration } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FieldFaultsProvider } from '../../components/feedback/field-faults.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { LeaveGuard } from '../../components/editing/leave-guard.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { ConditionBuilder } from '../../components/conditions/condition-builder.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useFields } from '../../data/datasets.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignBasics } from './campaign-basics.tsx';
import { CampaignHistory } from './campaign-history.tsx';
import { CampaignSchedule } from './campaign-schedule.tsx';
import { useSourceProduct } from './source-product.ts';
import { followSource } from './scope.ts';
import { PublishReview } from './publish-review.tsx';
import { EffectEditor } from './effect-editor.tsx';
import { useCampaignSaving } from './use-campaign-saving.ts';
import { getCampaignStatus, statusTones } from './status.ts';

type CampaignEditorProps = {
  website: string;
  above: ReactNode;
  boxes: readonly Box[];
  /** null for a new campaign. */
  campaign: Campaign | null;
  stored: CampaignDeclaration;
};

/** A new promotion holds for the product that is arranged, in the box it is arranged in. */
const scopeFor = (
  { effect, when = {}, box: chosen }: CampaignDeclaration,
  box: Box | undefined,
  before: ProductSummary | null,
  next: ProductSummary,
): Partial<CampaignDeclaration> =>
  effect.promotion === undefined
    ? {}
    : {
        when: followSource(when, before?.identifier ?? null, next.identifier),
        ...(box && chosen === undefined ? { box: box.declaration.name } : {}),
      };

export const CampaignEditor = ({ website, above, boxes, campaign, stored }: CampaignEditorProps) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  const draft = useDraft(stored);
  const saving = useCampaignSaving(website, campaign, draft);
  const { reviewing, refusal } = saving;
  const [now] = useState(() => Date.now());
  const box = boxes.find(({ declaration }) => declaration.name === draft.value.box) ?? boxes[0];
  const { data: fields = [] } = useFields(website, box?.dataset);
  const [source, setSource] = useSourceProduct(website, box, campaign, stored);
  const status = campaign ? getCampaignStatus(campaign, now) : 'draft';

  const chooseSource = (product: ProductSummary): void => {
    setSource(product);
    if (campaign === null) draft.change(scopeFor(draft.value, box, source, product));
  };
  const part = { value: draft.value, disabled: !canEdit, onChange: draft.change };
  return (
    <PictureProvider website={website} dataset={box?.dataset}>
      {/* The header is sticky, so that Publish stays visible above a long grid. */}
      <div className="z-20 bg-page lg:sticky lg:top-0 lg:-mx-2 lg:-mt-4 lg:px-2 lg:pt-4">
        <PageHeader
          above={above}
          title={draft.value.name || t('campaign.newTitle')}
          lead={<Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>}
          actions={
            canEdit && (
              <CampaignActions
                website={website}
                campaign={campaign}
                dirty={draft.dirty}
                busy={saving.busy}
                onSave={() => saving.begin('keep')}
                onPublish={() => saving.begin('publish')}
              />
            )
          }
        />
      </div>
      <LeaveGuard dirty={draft.dirty} />
      {reviewing === null && <FormError error={refusal} />}
      {reviewing !== null && (
        <PublishReview
          website={website}
          draft={{ ...draft.value, name: draft.value.name || t('campaign.newTitle') }}
          action={t(reviewing === 'publish' ? 'review.publish' : 'campaign.save')}
          busy={saving.busy}
          error={saving.error}
          onConfirm={(typed) => saving.run(reviewing, typed)}
          onClose={saving.closeReview}
        />
      )}
      <FieldFaultsProvider error={refusal}>
        <div className="mt-4 grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <Card title={t('campaign.effect')}>
              <EffectEditor
                website={website}
                box={box}
                draft={draft.value}
                disabled={!canEdit}
                kindFixed={campaign !== null}
                source={source}
                fields={fields}
                onSource={chooseSource}
                onWhen={(when) => draft.change({ when })}
                onChange={(effect) => draft.change({ effect })}
              />
            </Card>
            <Card title={t('campaign.condition')}>
              <ConditionBuilder
                value={draft.value.when ?? {}}
                fields={fields}
                disabled={!canEdit}
                onChange={(when) => draft.change({ when })}
              />
            </Card>
            {box && (
              <BeforeAfter
                website={website}
                box={box}
                draft={draft.value}
                product={source}
                onProduct={chooseSource}
              />
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <CampaignBasics {...part} boxes={boxes} onReplace={draft.replace} />
            <CampaignSchedule {...part} onReplace={draft.replace} />
            {campaign && <CampaignHistory website={website} ruleId={campaign.ruleId} disabled={!canEdit} />}
          </div>
        </div>
      </FieldFaultsProvider>
    </PictureProvider>
  );
};
