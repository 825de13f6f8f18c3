import { createElement } from './dom.ts';
import { fetchAnswer, readService, sendEvent } from './service.ts';
import { createStyleSheet } from './styles.ts';
import { findLanguage, textsFor } from './texts.ts';

/** One thing of a list: what is told when it is chosen, and where it leads. */
export type Item = {
  readonly url: string | null;
  /** The `object` of the UBI event, and the detail of `kindred:select`. */
  readonly object: Readonly<Record<string, unknown>>;
  /** What stands in its link. */
  readonly content: readonly (Node | string)[];
};

/** What tells the two components apart. */
export type ListKind = {
  readonly path: string;
  /** Name of the parameter, and of the attribute that holds it. */
  readonly parameter: 'identifier' | 'pattern';
  readonly layout: 'grid' | 'chips';
  readonly parameters: (limit: number) => Readonly<Record<string, string>>;
  readonly toItems: (
    answer: unknown,
    context: { readonly base: string; readonly language: string },
  ) => Item[];
};

type State = 'idle' | 'loading' | 'ready' | 'empty' | 'error';

const defaultLimit = 8;
const maximumLimit = 100;

/** A list that asks the service for itself, shows how that goes, and says what is chosen. */
export const createListElement = (kind: ListKind): CustomElementConstructor =>
  class extends HTMLElement {
    static readonly observedAttributes = [
      'base',
      'key',
      'tracker',
      'limit',
      'heading',
      'lang',
      kind.parameter,
    ];

    readonly #root = this.attachShadow({ mode: 'open' });
    #asking: AbortController | null = null;
    #waits = false;
    #seen: IntersectionObserver | null = null;

    connectedCallback(): void {
      this.#root.adoptedStyleSheets = [createStyleSheet()];
      this.#soon();
    }

    disconnectedCallback(): void {
      this.#asking?.abort();
      this.#seen?.disconnect();
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#soon();
    }

    /** Asks again, as when an attribute changes. */
    refresh(): void {
      this.#soon();
    }

    /** Attributes that change together are one question. */
    #soon(): void {
      if (this.#waits) return;
      this.#waits = true;
      queueMicrotask(() => {
        this.#waits = false;
        if (this.isConnected) void this.#load();
      });
    }

    async #load(): Promise<void> {
      this.#asking?.abort();
      const [btr, subject] = [this.getAttribute('tracker'), this.getAttribute(kind.parameter)];
      if (!btr || !subject) return this.#show('idle', []);
      const asking = new AbortController();
      this.#asking = asking;
      const limit = readLimit(this.getAttribute('limit'));
      this.#show('loading', [this.#blanks(limit)]);
      const service = readService(this);
      try {
        const parameters = { btr, [kind.parameter]: subject, ...kind.parameters(limit) };
        const { answer, requestId: list } = await fetchAnswer(service, kind.path, parameters, asking.signal);
        const items = kind
          .toItems(answer, { base: service.base, language: findLanguage(this) })
          .slice(0, limit);
        if (items.length === 0) return this.#show('empty', []);
        this.#show('ready', [
          createElement(
            'ul',
            'items',
            items.map((item, at) => this.#item(item, at, list)),
            { class: kind.layout },
          ),
        ]);
        this.#tellWhenSeen(list);
      } catch (error) {
        if (asking.signal.aborted) return;
        this.#show('error', []);
        const detail = { message: error instanceof Error ? error.message : String(error) };
        this.dispatchEvent(new CustomEvent('kindred:error', { bubbles: true, composed: true, detail }));
      }
    }

    #show(state: State, content: readonly Node[]): void {
      this.setAttribute('state', state);
      const heading = this.getAttribute('heading');
      const name = heading === null ? {} : { 'aria-label': heading };
      const section = createElement('section', 'section', [], {
        ...name,
        'aria-busy': String(state === 'loading'),
      });
      if (heading !== null && state !== 'idle') section.append(createElement('h2', 'heading', [heading]));
      section.append(this.#status(state), ...content);
      this.#root.replaceChildren(section);
    }

    #status(state: State): HTMLElement {
      if (state === 'idle' || state === 'ready')
        return createElement('div', 'status', [], { role: 'status', class: 'unseen' });
      const words = textsFor(findLanguage(this));
      const slot = createElement('slot', 'text', [words[state]], { name: state });
      const status = createElement('div', 'status', [createElement('p', 'text', [slot])], {
        role: 'status',
        class: state === 'loading' ? 'unseen' : 'status',
      });
      if (state !== 'error') return status;
      const retry = createElement('button', 'retry', [words.retry], { type: 'button' });
      retry.addEventListener('click', () => this.#soon());
      status.append(retry);
      return status;
    }

    /** The outline of what is on its way, so that the page does not jump. */
    #blanks(limit: number): HTMLElement {
      const blanks = Array.from({ length: Math.min(limit, 4) }, () => createElement('li', 'blank'));
      return createElement('ul', 'items', blanks, { class: kind.layout, 'aria-hidden': 'true' });
    }

    #item(item: Item, at: number, list: string | null): HTMLElement {
      const { url, object, content } = item;
      const link =
        url === null
          ? createElement('button', 'link', content, { type: 'button' })
          : createElement('a', 'link', content, { href: url });
      link.addEventListener('click', (event) => {
        const detail = { ...object, url, position: at + 1 };
        const chosen = new CustomEvent('kindred:select', {
          bubbles: true,
          composed: true,
          cancelable: true,
          detail,
        });
        if (!this.dispatchEvent(chosen)) event.preventDefault();
        this.#tell('click', list, { object, position: { ordinal: at + 1 } });
      });
      return createElement('li', 'item', [link]);
    }

    #tellWhenSeen(list: string | null): void {
      this.#seen?.disconnect();
      this.#seen = new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        this.#tell('impression', list, {});
      });
      this.#seen.observe(this);
    }

    /** Nothing is told of a shopper whom the shop has not named. */
    #tell(action: string, list: string | null, attributes: object): void {
      const shopper = this.getAttribute('shopper');
      if (!shopper) return;
      sendEvent(readService(this), {
        client_id: shopper,
        action_name: action,
        ...(list !== null && { query_id: list }),
        event_attributes: { ...attributes, btr: this.getAttribute('tracker') },
      });
    }
  };

const readLimit = (text: string | null): number => {
  const limit = Number.parseInt(text ?? '', 10);
  return limit >= 1 ? Math.min(limit, maximumLimit) : defaultLimit;
};
