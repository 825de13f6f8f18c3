import { useState } from 'react';
import type { KeySlot } from '../../../src/domain/subscription.ts';
import { Button } from '../../components/buttons/button.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

const gracePeriods = ['86400', '604800', '3600', '0'] as const;

type RotateDialogProps = { website: string; name: string; slot: KeySlot; onClose: () => void };

/** By default the old key works for another day, so that nothing breaks at once. */
export const RotateDialog = ({ website, name, slot, onClose }: RotateDialogProps) => {
  const { t } = useText();
  const { rotate } = useChangeSubscriptions(website);
  const [grace, setGrace] = useState<(typeof gracePeriods)[number]>('86400');
  const slotName = t(`keys.slot.${slot}`);
  if (rotate.data) {
    return (
      <Dialog
        open
        title={t('keys.rotated')}
        description={t('keys.rotatedHint')}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <CopyField label={slotName} value={rotate.data.key} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t(`keys.rotateTitle.${slot}`, { name })}
      description={t('keys.rotateBody')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({ name, slot, graceSeconds: Number(grace) })}
          >
            {t('keys.rotate')}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('keys.grace')}
        value={grace}
        onChange={setGrace}
        options={gracePeriods.map((value) => ({ value, label: t(`keys.grace.${value}`) }))}
      />
      <FormError error={rotate.error} />
    </Dialog>
  );
};
