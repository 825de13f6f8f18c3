import { useState } from 'react';
import { quotaPeriods } from '../../../src/domain/settings/choices.ts';
import type { Subscription } from '../../api/types.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { type NewSubscription, useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';

/** What the dialog does not show stays as it is. */
const toDeclaration = ({ name, kind, addressRate, operations, boxes }: Subscription): NewSubscription => ({
  name,
  kind,
  ...(addressRate && { addressRate }),
  ...(operations.length > 0 && { operations }),
  ...(boxes.length > 0 && { boxes }),
});

type EditProps = { website: string; subscription: Subscription; onClose: () => void };

/** Where a key may be used, and how much. An empty number is no limit. */
export const EditSubscriptionDialog = ({ website, subscription, onClose }: EditProps) => {
  const { t } = useText();
  const toast = useToast();
  const { update } = useChangeSubscriptions(website);
  const { name, kind, rate, quota } = subscription;
  const [origins, setOrigins] = useState(subscription.origins.join('\n'));
  const [calls, setCalls] = useState(String(rate?.calls ?? ''));
  const [seconds, setSeconds] = useState(String(rate?.perSeconds ?? 1));
  const [quotaCalls, setQuotaCalls] = useState(String(quota?.calls ?? ''));
  const [per, setPer] = useState(quota?.per ?? 'month');
  const list = origins.split(/\s+/).filter(Boolean);
  const submit = (): void =>
    update.mutate(
      {
        ...toDeclaration(subscription),
        ...(list.length > 0 && { origins: list }),
        ...(calls !== '' && { rate: { calls: Number(calls), perSeconds: Number(seconds) } }),
        ...(quotaCalls !== '' && { quota: { calls: Number(quotaCalls), per } }),
      },
      {
        onSuccess: () => {
          toast(t('common.saved'));
          onClose();
        },
      },
    );
  const number = { type: 'number', min: 1, step: 1 } as const;
  return (
    <FormDialog
      title={t('keys.edit.title', { name })}
      action={t('common.save')}
      busy={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {kind === 'publishable' && (
        <Field label={t('keys.origins')} hint={t('keys.originsHint')} path="origins" optional>
          {(control) => (
            <Textarea
              {...control}
              autoFocus
              value={origins}
              onChange={(event) => setOrigins(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...number}
          label={t('keys.edit.rate')}
          hint={t('keys.edit.empty')}
          path="rate.calls"
          value={calls}
          onChange={setCalls}
        />
        <TextField
          {...number}
          label={t('keys.edit.seconds')}
          path="rate.perSeconds"
          required
          value={seconds}
          onChange={setSeconds}
        />
        <TextField
          {...number}
          label={t('keys.edit.quota')}
          hint={t('keys.edit.empty')}
          path="quota.calls"
          value={quotaCalls}
          onChange={setQuotaCalls}
        />
        <SelectField
          label={t('keys.edit.per')}
          value={per}
          options={quotaPeriods.map((value) => ({ value, label: t(`keys.quota.${value}`) }))}
          onChange={setPer}
        />
      </div>
    </FormDialog>
  );
};
