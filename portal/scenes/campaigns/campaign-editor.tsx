import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Box, Campaign, CampaignDeclaration } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { suggestFilters } from '../../components/products/catalogue-values.ts';
import { FormError } from '../../components/feedback/form-error.tsx';
import { LeaveGuard } from '../../components/editing/leave-guard.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { ConditionBuilder } from '../../components/conditions/condition-builder.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useChangeCampaign, useSaveCampaign } from '../../data/campaigns.ts';
import { useFields } from '../../data/datasets.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignBasics } from './campaign-basics.tsx';
import { CampaignHistory } from './campaign-history.tsx';
import { CampaignSchedule } from './campaign-schedule.tsx';
import { EffectEditor } from './effect-editor.tsx';
import { getCampaignStatus, statusTones } from './status.ts';

type CampaignEditorProps = {
  website: string;
  above: ReactNode;
  boxes: readonly Box[];
  /** null for a new campaign. */
  campaign: Campaign | null;
  stored: CampaignDeclaration;
};

export const CampaignEditor = ({ website, above, boxes, campaign, stored }: CampaignEditorProps) => {
  const { t } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const canEdit = useHasRole('merchandiser');
  const draft = useDraft(stored);
  const save = useSaveCampaign(website, campaign?.ruleId ?? null);
  const { publish } = useChangeCampaign(website);
  const [now] = useState(() => Date.now());
  const [source, setSource] = useState<ProductSummary | null>(null);
  const box = boxes.find(({ declaration }) => declaration.name === draft.value.box) ?? boxes[0];
  const { data: fields = [] } = useFields(website, box?.dataset);
  const status = campaign ? getCampaignStatus(campaign, now) : 'draft';

  const saveDraft = async (then: 'keep' | 'publish'): Promise<void> => {
    const saved = draft.dirty || campaign === null ? await save.mutateAsync(draft.value) : campaign;
    if (then === 'publish') {
      await publish.mutateAsync(saved.ruleId);
      toast(t('campaign.published', { name: draft.value.name }));
    } else toast(t('common.saved'));
    if (campaign === null) {
      await navigate({
        to: '/$website/campaigns/$ruleId',
        params: { website, ruleId: String(saved.ruleId) },
        replace: true,
        ignoreBlocker: true,
      });
    }
  };
  const run = (then: 'keep' | 'publish'): void => {
    saveDraft(then).catch(() => undefined); // The mutations keep their error; it is shown below the title.
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
                busy={save.isPending || publish.isPending}
                onSave={() => run('keep')}
                onPublish={() => run('publish')}
              />
            )
          }
        />
      </div>
      <LeaveGuard dirty={draft.dirty} />
      <FormError error={save.error ?? publish.error} />
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
              filters={suggestFilters(fields)}
              onSource={setSource}
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
              onProduct={setSource}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <CampaignBasics {...part} boxes={boxes} onReplace={draft.replace} />
          <CampaignSchedule {...part} onReplace={draft.replace} />
          {campaign && <CampaignHistory website={website} ruleId={campaign.ruleId} disabled={!canEdit} />}
        </div>
      </div>
    </PictureProvider>
  );
};
