import { type FormEvent, type ReactNode, useCallback, useId, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { FieldFaultsProvider } from '../feedback/field-faults.tsx';
import { FormError } from '../feedback/form-error.tsx';

type FormDialogProps = {
  title: string;
  /** Text of the submit button. */
  action: string;
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form, its submit button and its error. */
export const FormDialog = ({ title, action, busy, error, onSubmit, onClose, children }: FormDialogProps) => {
  const { t } = useText();
  const form = useId();
  /** The error that was there when the form was edited last: it is about what was sent before. */
  const [outdated, setOutdated] = useState<unknown>(null);
  const current = error === outdated ? null : error;
  /** The cursor is in the first field, unless another one asks for it. */
  const focusFirst = useCallback((element: HTMLFormElement | null) => {
    if (element?.contains(document.activeElement)) return;
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setOutdated(null);
    onSubmit();
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={focusFirst}
        id={form}
        onSubmit={submit}
        onInput={() => setOutdated(error)}
        className="flex flex-col gap-4"
      >
        <FieldFaultsProvider error={current}>{children}</FieldFaultsProvider>
        <FormError error={current} />
      </form>
    </Dialog>
  );
};
