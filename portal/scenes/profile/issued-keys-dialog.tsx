import { keySlots } from '../../../src/domain/subscription.ts';
import type { IssuedKeys } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { useText } from '../../texts/text-context.tsx';

type IssuedKeysDialogProps = { name: string; keys: IssuedKeys; onClose: () => void };

/** The two values of a new API key, once: afterwards they are masked. */
export const IssuedKeysDialog = ({ name, keys, onClose }: IssuedKeysDialogProps) => {
  const { t } = useText();
  return (
    <Dialog
      open
      title={t('keys.issued', { name })}
      description={t('keys.issuedHint')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {keySlots.map((slot) => (
          <div key={slot} className="flex flex-col gap-1.5">
            <h3 className="text-sm font-medium">{t(`keys.slot.${slot}`)}</h3>
            <CopyField label={t(`keys.slot.${slot}`)} value={keys[slot]} />
          </div>
        ))}
      </div>
    </Dialog>
  );
};
