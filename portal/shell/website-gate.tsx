import { DoorClosed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EnterDialog } from '../components/visits/enter-dialog.tsx';
import { Button } from '../components/buttons/button.tsx';
import { EmptyState, LoadingState } from '../components/feedback/states.tsx';
import { useSession } from '../data/session.ts';
import { useWebsites } from '../data/websites.ts';
import { useWebsiteName } from '../routing/access.ts';
import { useText } from '../texts/text-context.tsx';

type Shop = { readonly name: string; readonly displayName: string };

const ClosedShop = ({ name, displayName }: Shop) => {
  const { t } = useText();
  const [entering, setEntering] = useState(false);
  return (
    <>
      <EmptyState
        heading="h1"
        icon={DoorClosed}
        title={t('visit.closed.title', { name: displayName })}
        body={t('visit.closed.body')}
        action={
          <Button variant="primary" onClick={() => setEntering(true)}>
            {t('visit.enter')}
          </Button>
        }
      />
      {entering && (
        <EnterDialog
          website={name}
          displayName={displayName}
          onEntered={() => setEntering(false)}
          onClose={() => setEntering(false)}
        />
      )}
    </>
  );
};

/** In place of the pages of a shop that an administrator has not entered. */
export const WebsiteGate = ({ children }: { children: ReactNode }) => {
  const website = useWebsiteName();
  const { data } = useSession();
  const isOpen = data?.websites.some(({ name }) => name === website) ?? true;
  const mayBeClosed = website !== '' && !isOpen && data?.operator.administrator === true;
  const { data: all, isPending } = useWebsites(mayBeClosed);
  if (!mayBeClosed) return children;
  if (isPending) return <LoadingState />;
  const shop = all?.find(({ name }) => name === website);
  return shop ? <ClosedShop name={shop.name} displayName={shop.displayName} /> : children;
};
