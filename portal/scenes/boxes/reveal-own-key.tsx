import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { KeyKind } from '../../../src/domain/subscription.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';
import { RevealDialog } from '../profile/reveal-dialog.tsx';

type RevealOwnKeyProps = { website: string; kind: KeyKind; onKey: (key: string) => void };

/** Replaces the placeholder by a key of the shop after the password is given; kept only while the page is open. */
export const RevealOwnKey = ({ website, kind, onKey }: RevealOwnKeyProps) => {
  const { t } = useText();
  const { data: subscriptions = [] } = useSubscriptions(website);
  const [asking, setAsking] = useState(false);
  const usable = subscriptions.find((each) => each.kind === kind && each.state === 'active');
  if (!usable) return null;
  return (
    <>
      <Button size="small" icon={KeyRound} onClick={() => setAsking(true)}>
        {t('integration.ownKey')}
      </Button>
      {asking && (
        <RevealDialog
          website={website}
          name={usable.name}
          onKeys={({ primary }) => {
            onKey(primary);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
