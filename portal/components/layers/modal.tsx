import { type ReactNode, useCallback, useState } from 'react';
import { classNames } from '../../styles/class-names.ts';
import { LayerContext } from './layer.tsx';

type ModalProps = {
  /** The id of the element that labels it, or the label itself. */
  name: { readonly id: string } | { readonly label: string };
  className: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The platform's own modal dialog, open as long as it is mounted: it traps focus, closes on Escape and returns
 * focus. Radix' dialog was not taken because its scroll lock writes a `<style>` element, which the
 * content security policy refuses.
 */
export const Modal = ({ name, className, onClose, children }: ModalProps) => {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  // Opened before its children mount: a field with autofocus gets no focus in a closed dialog.
  const showOnMount = useCallback((element: HTMLDialogElement | null) => {
    if (element && !element.open) element.showModal();
    setDialog(element);
  }, []);
  return (
    <dialog
      ref={showOnMount}
      {...('id' in name ? { 'aria-labelledby': name.id } : { 'aria-label': name.label })}
      onClose={(event) => event.target === dialog && onClose()}
      onClick={(event) => event.target === dialog && onClose()}
      className={classNames('outline-none', className)}
    >
      {dialog && <LayerContext value={dialog}>{children}</LayerContext>}
    </dialog>
  );
};
