import type { ReactNode } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from '../feedback/form-error.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  body: ReactNode;
  action: string;
  busy?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms an action that cannot be undone. The button names the action. */
export const ConfirmDialog = ({
  open,
  title,
  body,
  action,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" busy={busy ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="text-pretty text-muted">{body}</div>
      {error ? (
        <div className="mt-3">
          <FormError error={error} />
        </div>
      ) : null}
    </Dialog>
  );
};
