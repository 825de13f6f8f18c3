import { type ReactNode, useCallback, useState } from 'react';
import { classNames } from '../../styles/class-names.ts';
import { LayerContext } from './layer.tsx';

type ModalProps = {
  /** Of the element that names it, or the name itself. */
  name: { readonly id: string } | { readonly label: string };
  className: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The platform's own modal dialog, open as long as it exists: it traps focus, closes on Escape and gives
 * focus back. Radix' dialog was not taken because its scroll lock writes a `<style>` element, which the
 * content security policy refuses.
 */
export const Modal = ({ name, className, onClose, children }: ModalProps) => {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  // Open before anything stands in it: a field that wants focus cannot take it while the dialog is not shown.
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
