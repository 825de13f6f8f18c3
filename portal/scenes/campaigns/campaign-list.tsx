import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkPublish } from './bulk-publish.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { ListPublish } from './list-publish.tsx';
import { RowActions } from './row-actions.tsx';
import { useBulkAction } from './use-bulk-action.ts';
import { useDuplicate } from './use-duplicate.ts';

type CampaignListProps = {
  website: string;
  /** What the filter found, on all pages, and the rows of this page. */
  found: readonly Campaign[];
  rows: readonly Campaign[];
};

type Question = { readonly kind: 'publish' | 'delete'; readonly campaigns: readonly Campaign[] };

const shownNames = 10;

const toIds = (campaigns: readonly Campaign[]): number[] => campaigns.map(({ ruleId }) => ruleId);

/** The names of what is deleted, so that nobody deletes by number alone. */
const NamesToDelete = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const { t } = useText();
  const others = campaigns.length - shownNames;
  return (
    <>
      <ul className="mb-3 list-disc pl-5">
        {campaigns.slice(0, shownNames).map(({ ruleId, declaration }) => (
          <li key={ruleId} className="wrap-anywhere">
            {declaration.name}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mb-3">{t('campaigns.bulk.others', { count: others })}</p>}
      <p>{t('campaign.delete.body')}</p>
    </>
  );
};

/** Rows to choose from, with what can be done to one of them and to many. */
export const CampaignList = ({ website, found, rows }: CampaignListProps) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  const { run, busy } = useBulkAction(website);
  const duplicate = useDuplicate(website);
  const [ruleIds, setRuleIds] = useState<readonly number[]>([]);
  const [question, setQuestion] = useState<Question | null>(null);
  if (!canEdit) return <CampaignTable website={website} campaigns={rows} />;
  const chosen = found.filter(({ ruleId }) => ruleIds.includes(ruleId));
  const toggle = (ruleId: number, isChosen: boolean): void =>
    setRuleIds(isChosen ? [...ruleIds, ruleId] : ruleIds.filter((each) => each !== ruleId));
  const close = (): void => setQuestion(null);
  const finish = (action: 'publish' | 'withdraw' | 'remove', campaigns: readonly Campaign[]): void =>
    void run(action, toIds(campaigns)).then(() => {
      setRuleIds([]);
      close();
    });
  const ask = (kind: Question['kind']) => (campaigns: readonly Campaign[]) =>
    setQuestion({ kind, campaigns });
  const [first] = question?.campaigns ?? [];
  return (
    <>
      <BulkBar
        found={found}
        chosen={chosen}
        busy={busy}
        onChoose={setRuleIds}
        onPublish={ask('publish')}
        onPause={(campaigns) => finish('withdraw', campaigns)}
        onDelete={ask('delete')}
      />
      <CampaignTable
        website={website}
        campaigns={rows}
        choice={({ ruleId, declaration }) => (
          <Checkbox
            label={<span className="sr-only">{t('campaigns.choose', { name: declaration.name })}</span>}
            checked={ruleIds.includes(ruleId)}
            onChange={(isChosen) => toggle(ruleId, isChosen)}
          />
        )}
        actions={(campaign) => (
          <RowActions
            campaign={campaign}
            onPublish={() => ask('publish')([campaign])}
            onPause={() => finish('withdraw', [campaign])}
            onDuplicate={() => duplicate(campaign.declaration)}
            onDelete={() => ask('delete')([campaign])}
          />
        )}
      />
      {question?.kind === 'publish' && first && question.campaigns.length === 1 && (
        <ListPublish website={website} campaign={first} onClose={close} />
      )}
      {question?.kind === 'publish' && question.campaigns.length > 1 && (
        <BulkPublish
          website={website}
          campaigns={question.campaigns}
          busy={busy}
          onConfirm={() => finish('publish', question.campaigns)}
          onClose={close}
        />
      )}
      {question?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('campaigns.bulk.deleteTitle', { count: question.campaigns.length })}
          body={<NamesToDelete campaigns={question.campaigns} />}
          action={t('campaign.delete')}
          busy={busy}
          onConfirm={() => finish('remove', question.campaigns)}
          onClose={close}
        />
      )}
    </>
  );
};
