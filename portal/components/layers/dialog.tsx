import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Breakable } from '../display/breakable.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../../styles/class-names.ts';
import { Modal } from './modal.tsx';

type DialogProps = {
  open: boolean;
  title: string;
  description?: string;
  onClose: () => void;
  children?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
};

const Frame = (props: DialogProps & { className: string }) => {
  const { t } = useText();
  const id = useId();
  if (!props.open) return null;
  return (
    <Modal
      name={{ id }}
      onClose={props.onClose}
      className={classNames('bg-raised text-ink shadow-high', props.className)}
    >
      <div className="flex max-h-[inherit] min-h-0 flex-col">
        <header className="flex items-start gap-4 px-6 pt-5 pb-3">
          <div className="min-w-0 flex-1">
            <h2 id={id} className="text-lg wrap-anywhere">
              <Breakable text={props.title} />
            </h2>
            {props.description && <p className="mt-1 text-pretty text-muted">{props.description}</p>}
          </div>
          <IconButton label={t('common.close')} icon={X} size="small" onClick={props.onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">{props.children}</div>
        {props.actions && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">
            {props.actions}
          </footer>
        )}
      </div>
    </Modal>
  );
};

export const Dialog = (props: DialogProps) => {
  const width = props.wide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(32rem,calc(100vw-2rem))]';
  return (
    <Frame {...props} className={classNames('panel m-auto max-h-[min(85dvh,60rem)] rounded-2xl', width)} />
  );
};

export const Drawer = (props: DialogProps) => {
  const width = props.wide ? 'w-[min(48rem,100vw)]' : 'w-[min(28rem,100vw)]';
  return <Frame {...props} className={classNames('drawer mr-0 ml-auto h-dvh max-h-dvh max-w-none', width)} />;
};
