import type { PartContext } from './part.ts';

export const css = `
.turns { display: none; position: absolute; inset-block-start: -2.75rem; inset-inline-end: 0; gap: .375rem; }
.turn { inline-size: 2.25rem; block-size: 2.25rem; padding: 0; font: inherit; line-height: 1; color: inherit; cursor: pointer;
  background: var(--_surface); border: 1px solid var(--_line); border-radius: 50%; }
.turn:hover { border-color: var(--_accent); }
.turn[aria-disabled=true] { opacity: .4; cursor: default; }
.turn svg { display: block; margin: auto; inline-size: 1rem; fill: none; stroke: currentColor; stroke-width: 2; }
.turn:dir(rtl) svg { transform: scaleX(-1); }
.scrolls .turns { display: flex; }
section:not(:has([part=heading])) .turns { inset-block-start: auto; inset-block-end: calc(50% - 1rem); inset-inline: .5rem;
  justify-content: space-between; pointer-events: none; }
section:not(:has([part=heading])) .turn[aria-disabled=true] { opacity: 0; }
section:not(:has([part=heading])) .turn { pointer-events: auto; }
`;

const texts = {
  en: { previous: 'Previous', next: 'Next' },
  de: { previous: 'Zurück', next: 'Weiter' },
  hu: { previous: 'Előző', next: 'Következő' },
} as const;

const svgNamespace = 'http://www.w3.org/2000/svg';

const createArrow = (path: string): SVGElement => {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svgNamespace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
};

/** How far a list is scrolled from its start, and how far it can be. In right-to-left pages `scrollLeft` is negative. */
const measureScroll = (list: HTMLElement): { readonly at: number; readonly end: number } => ({
  at: Math.abs(list.scrollLeft),
  end: list.scrollWidth - list.clientWidth,
});

/** Buttons that turn the pages of a list. They are shown where the list is wider than its place. */
export const createTurnButtons = (list: HTMLElement, { create, pick }: PartContext): HTMLElement => {
  const words = pick<{ readonly previous: string; readonly next: string }>(texts);
  const turn = (step: -1 | 1): void => {
    const isRightToLeft = getComputedStyle(list).direction === 'rtl';
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const left = list.clientWidth * 0.9 * step * (isRightToLeft ? -1 : 1);
    list.scrollBy({ left, behavior: isCalm ? 'auto' : 'smooth' });
  };
  const createButton = (step: -1 | 1): HTMLElement => {
    const arrow = createArrow(step < 0 ? 'M10 3 5 8l5 5' : 'm6 3 5 5-5 5');
    const label = step < 0 ? words.previous : words.next;
    const button = create('button', 'turn', [arrow], { type: 'button', 'aria-label': label });
    button.addEventListener('click', () => turn(step));
    return button;
  };
  const [previous, next] = [createButton(-1), createButton(1)];
  const buttons = create('div', 'turns', [previous, next]);
  const update = (): void => {
    const { at, end } = measureScroll(list);
    buttons.parentElement?.classList.toggle('scrolls', end > 1);
    // `aria-disabled`, not `disabled`: a button that was just pressed keeps the focus.
    previous.setAttribute('aria-disabled', String(at < 1));
    next.setAttribute('aria-disabled', String(at > end - 1));
  };
  list.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(list);
  return buttons;
};
