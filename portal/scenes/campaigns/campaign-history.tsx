import { Undo2 } from 'lucide-react';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useCampaignHistory, useChangeCampaign } from '../../data/campaigns.ts';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';

const actionTexts: Readonly<Record<string, PlainKey>> = {
  create: 'campaign.history.create',
  update: 'campaign.history.update',
  remove: 'campaign.history.remove',
  undo: 'campaign.history.undo',
};

export const CampaignHistory = ({
  website,
  ruleId,
  disabled,
}: {
  website: string;
  ruleId: number;
  disabled: boolean;
}) => {
  const { t, ago, time } = useText();
  const toast = useToast();
  const query = useCampaignHistory(website, ruleId);
  const { undo } = useChangeCampaign(website);
  const actionName = (action: string): string => {
    const text = actionTexts[action];
    return text === undefined ? action : t(text);
  };
  return (
    <Card title={t('campaign.history')}>
      <QueryView query={query} rows={3}>
        {(changes) => (
          <>
            {changes.length === 0 && <p className="text-muted">{t('campaign.history.empty')}</p>}
            <ol className="flex flex-col gap-3">
              {changes.slice(0, 8).map(({ at, actor, action }) => (
                <li key={`${at}-${action}`}>
                  <p className="font-medium">{actionName(action)}</p>
                  <p className="text-sm wrap-anywhere text-muted">
                    {actor},{' '}
                    <time dateTime={at} title={time(at)}>
                      {ago(at)}
                    </time>
                  </p>
                </li>
              ))}
            </ol>
            {!disabled && changes.length > 1 && (
              <div className="mt-4">
                <Button
                  size="small"
                  icon={Undo2}
                  busy={undo.isPending}
                  onClick={() => undo.mutate(ruleId, { onSuccess: () => toast(t('campaign.undone')) })}
                >
                  {t('campaign.undo')}
                </Button>
              </div>
            )}
            <FormError error={undo.error} />
          </>
        )}
      </QueryView>
    </Card>
  );
};
