import { createElement } from './dom.ts';
import type { Settings } from './settings.ts';
import { createBlanks } from './tile.ts';
import type { ListKind } from './model/view.ts';

/*
 * section
 * ├─ heading
 * └─ frame
 *    ├─ reserve   blank tiles in the flow: they alone give the frame its height
 *    └─ content   lies over the reserve; strips and tiles share the height that is there
 *
 * While a shopper can see the frame its height stays as reserved, whatever the answer holds, so nothing below it
 * moves. Out of sight the frame is released: the content takes its own height, which is none when there is nothing.
 */
export type Frame = {
  readonly section: HTMLElement;
  /** Reserves space for an answer. `keep` leaves what is shown until then. */
  readonly reserve: (settings: Settings, keep: boolean) => void;
  readonly fill: (content: readonly Node[]) => void;
  readonly release: () => void;
};

export const createFrame = (shape: ListKind['shape']): Frame => {
  const reserve = createElement('div', 'reserve', [], { part: '', 'aria-hidden': 'true' });
  const content = createElement('div', 'content');
  const frame = createElement('div', 'frame', [reserve, content]);
  const section = createElement('section', 'section', [frame]);

  const placeHeading = ({ heading, headingLevel }: Settings): void => {
    section.querySelector('[part=heading]')?.remove();
    if (heading === null) return section.removeAttribute('aria-label');
    section.setAttribute('aria-label', heading);
    section.prepend(createElement(`h${headingLevel}`, 'heading', [heading]));
  };

  return {
    section,
    reserve: (settings, keep) => {
      placeHeading(settings);
      const { layout, limit, hasFacets } = settings;
      frame.className = `frame ${shape} ${layout}`;
      const blanks = createElement('div', '', createBlanks('div', shape, limit), { class: 'items' });
      const bar = createElement('div', '', [], { class: 'facets' });
      reserve.replaceChildren(...(hasFacets ? [bar] : []), blanks);
      if (!keep) content.replaceChildren(createElement('slot', 'text', [], { name: 'loading' }));
      section.classList.toggle('kept', keep);
      section.setAttribute('aria-busy', 'true');
    },
    fill: (nodes) => {
      replaceContent(content, nodes);
      section.classList.remove('kept');
      section.setAttribute('aria-busy', 'false');
    },
    release: () => {
      reserve.replaceChildren();
      frame.classList.add('released');
    },
  };
};

/** Nodes that stay are not moved: a panel that is open would close. */
const replaceContent = (parent: HTMLElement, nodes: readonly Node[]): void => {
  const staying = new Set(nodes);
  for (const old of [...parent.childNodes]) if (!staying.has(old)) old.remove();
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
};
