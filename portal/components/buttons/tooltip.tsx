import { type ReactElement, type SyntheticEvent, useRef } from 'react';

const gapPx = 6;

/** Below its anchor, or above it where there is no space; never beyond the edge of the window. */
const place = (tip: HTMLElement, anchor: DOMRect): void => {
  const { width, height } = tip.getBoundingClientRect();
  const below = anchor.bottom + gapPx;
  const left = anchor.left + anchor.width / 2 - width / 2;
  tip.style.left = `${Math.max(gapPx, Math.min(window.innerWidth - width - gapPx, left))}px`;
  tip.style.top = `${below + height > window.innerHeight ? anchor.top - height - gapPx : below}px`;
};

/**
 * Says in words what an icon means; the label carries the same text. In the top layer, so that it is
 * seen inside dialogs too. Radix' tooltip was not taken: it keeps the Escape key from the dialog around it.
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => {
  const tip = useRef<HTMLSpanElement>(null);
  const show = ({ currentTarget }: SyntheticEvent): void => {
    const anchor = currentTarget.firstElementChild;
    if (!tip.current || !anchor || anchor.getAttribute('aria-expanded') === 'true') return;
    tip.current.showPopover();
    place(tip.current, anchor.getBoundingClientRect());
  };
  const hide = (): void => tip.current?.hidePopover();
  return (
    <span
      className="contents"
      onPointerEnter={show}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event)}
      onBlur={hide}
      onClick={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span
        ref={tip}
        popover="manual"
        aria-hidden
        className="pointer-events-none fixed inset-auto m-0 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-xs font-normal whitespace-normal text-page shadow-high"
      >
        {text}
      </span>
    </span>
  );
};
