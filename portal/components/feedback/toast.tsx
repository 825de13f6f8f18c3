import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';

export type ToastTone = 'positive' | 'danger';
type ToastAction = { readonly label: string; readonly run: () => void };
type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action: ToastAction | null;
};
type Show = (text: string, tone?: ToastTone, action?: ToastAction) => void;

const toastMs = 5000;
/** Longer, so that there is time to decide on an action such as Undo. */
const actionMs = 15_000;
const ToastContext = createContext<Show | null>(null);

export const useToast = (): Show => {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it.');
  return show;
};

/** Success messages disappear by themselves; errors stay until they are closed. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useText();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const next = useRef(1);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback<Show>(
    (text, tone = 'positive', action) => {
      const id = next.current;
      next.current += 1;
      setToasts((all) => [...all.slice(-2), { id, text, tone, action: action ?? null }]);
      if (tone === 'positive') setTimeout(() => close(id), action ? actionMs : toastMs);
    },
    [close],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:left-auto sm:items-end"
      >
        {toasts.map(({ id, text, tone, action }) => (
          <div
            key={id}
            className="pop pointer-events-auto flex w-full max-w-sm items-center gap-3 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-high"
            data-state="open"
          >
            {tone === 'positive' ? (
              <CircleCheck className="size-5 shrink-0 text-positive" aria-hidden />
            ) : (
              <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden />
            )}
            <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
            {action && (
              <Button
                size="small"
                onClick={() => {
                  action.run();
                  close(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton label={t('common.close')} icon={X} size="small" onClick={() => close(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
};
