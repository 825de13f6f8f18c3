import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useSubscriptions } from '../../data/subscriptions.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { NewSubscriptionDialog } from './new-subscription-dialog.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** The API keys of a shop. */
export const KeysScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('owner');
  const query = useSubscriptions(website);
  const [creating, setCreating] = useState(false);
  const create = canEdit ? (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('keys.new')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={t('keys.title')}
        lead={t('keys.lead')}
        actions={query.data?.length ? create : null}
      />
      <QueryView query={query}>
        {(subscriptions) =>
          subscriptions.length === 0 ? (
            <Card>
              <EmptyState
                icon={KeyRound}
                title={t('keys.empty.title')}
                body={t('keys.empty.body')}
                action={create}
              />
            </Card>
          ) : (
            <div className="flex flex-col gap-6">
              {subscriptions.map((subscription) => (
                <SubscriptionCard
                  key={subscription.name}
                  website={website}
                  subscription={subscription}
                  disabled={!canEdit}
                />
              ))}
            </div>
          )
        }
      </QueryView>
      {creating && <NewSubscriptionDialog website={website} onClose={() => setCreating(false)} />}
    </>
  );
};
