import { useState } from 'react';
import { type KeySlot, keySlots, type SubscriptionState } from '../../../src/domain/subscription.ts';
import type { IssuedKeys, Subscription } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';
import { EditSubscriptionDialog } from './edit-subscription-dialog.tsx';
import { KeyLimits } from './key-limits.tsx';
import { RevealDialog } from './reveal-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

const tones: Record<SubscriptionState, Tone> = {
  active: 'positive',
  suspended: 'warning',
  cancelled: 'neutral',
};
type KeyRowProps = {
  subscription: Subscription;
  slot: KeySlot;
  clear: string | undefined;
  disabled: boolean;
  onRotate: () => void;
};

const KeyRow = ({ subscription, slot, clear, disabled, onRotate }: KeyRowProps) => {
  const { t, ago, time } = useText();
  const { masked, createdAt, graceUntil } = subscription.keys[slot];
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-medium">{t(`keys.slot.${slot}`)}</h3>
        <span className="text-sm text-muted">
          {graceUntil === null
            ? t('keys.made', { when: ago(createdAt) })
            : t('keys.graceUntil', { when: time(graceUntil) })}
        </span>
      </div>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {clear === undefined ? (
            <code className="block rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm break-all">
              {masked}
            </code>
          ) : (
            <CopyField label={t(`keys.slot.${slot}`)} value={clear} />
          )}
        </div>
        {!disabled && (
          <Button size="small" onClick={onRotate}>
            {t('keys.rotate')}
          </Button>
        )}
      </div>
    </div>
  );
};

export const SubscriptionCard = ({
  website,
  subscription,
  disabled,
}: {
  website: string;
  subscription: Subscription;
  disabled: boolean;
}) => {
  const { t } = useText();
  const { setState } = useChangeSubscriptions(website);
  const [keys, setKeys] = useState<IssuedKeys | null>(null);
  const [revealing, setRevealing] = useState(false);
  const [editing, setEditing] = useState(false);
  const [rotating, setRotating] = useState<KeySlot | null>(null);
  const { name, state } = subscription;
  const next: SubscriptionState = state === 'active' ? 'suspended' : 'active';
  return (
    <Card
      title={name}
      actions={
        <>
          <Badge tone={tones[state]}>{t(`keys.state.${state}`)}</Badge>
          {!disabled && (
            <>
              <Button size="small" onClick={() => setEditing(true)}>
                {t('keys.edit')}
              </Button>
              <Button
                size="small"
                busy={setState.isPending}
                onClick={() => setState.mutate({ name, state: next })}
              >
                {state === 'active' ? t('keys.suspend') : t('keys.resume')}
              </Button>
              <Button size="small" onClick={() => (keys ? setKeys(null) : setRevealing(true))}>
                {keys ? t('keys.hide') : t('keys.reveal')}
              </Button>
            </>
          )}
        </>
      }
    >
      <FormError error={setState.error} />
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {keySlots.map((slot) => (
            <KeyRow
              key={slot}
              subscription={subscription}
              slot={slot}
              clear={keys?.[slot]}
              disabled={disabled}
              onRotate={() => setRotating(slot)}
            />
          ))}
        </div>
        <KeyLimits website={website} subscription={subscription} />
      </div>
      {editing && (
        <EditSubscriptionDialog
          website={website}
          subscription={subscription}
          onClose={() => setEditing(false)}
        />
      )}
      {revealing && (
        <RevealDialog
          website={website}
          name={name}
          onClose={() => setRevealing(false)}
          onKeys={(revealed) => {
            setKeys(revealed);
            setRevealing(false);
          }}
        />
      )}
      {rotating && (
        <RotateDialog
          website={website}
          name={name}
          slot={rotating}
          onClose={() => {
            setKeys(null);
            setRotating(null);
          }}
        />
      )}
    </Card>
  );
};
