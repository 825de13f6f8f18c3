import { createElement } from './dom.ts';
import { fetchAnswer, readService, sendEvent } from './service.ts';
import { createStyleSheet } from './styles.ts';
import { findLanguage, textsFor } from './texts.ts';

/** One entry of a list: where it leads, and what the click event reports. */
export type Item = {
  readonly url: string | null;
  /** The `object` of the UBI event, and the detail of `kindred:select`. */
  readonly object: Readonly<Record<string, unknown>>;
  /** Children of its link. */
  readonly content: readonly (Node | string)[];
};

/** The differences between the two components. */
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

/** A list that loads its items, renders the loading state, and sends impression and click events. */
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
    #request: AbortController | null = null;
    #isScheduled = false;
    #observer: IntersectionObserver | null = null;

    connectedCallback(): void {
      this.#root.adoptedStyleSheets = [createStyleSheet()];
      this.#scheduleLoad();
    }

    disconnectedCallback(): void {
      this.#request?.abort();
      this.#observer?.disconnect();
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#scheduleLoad();
    }

    /** Loads again, as a changed attribute does. */
    refresh(): void {
      this.#scheduleLoad();
    }

    /** Attributes that change together cause one request. */
    #scheduleLoad(): void {
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (this.isConnected) void this.#load();
      });
    }

    async #load(): Promise<void> {
      this.#request?.abort();
      const [btr, subject] = [this.getAttribute('tracker'), this.getAttribute(kind.parameter)];
      if (!btr || !subject) return this.#render('idle', []);
      const request = new AbortController();
      this.#request = request;
      const limit = readLimit(this.getAttribute('limit'));
      this.#render('loading', [this.#createPlaceholders(limit)]);
      const service = readService(this);
      try {
        const parameters = { btr, [kind.parameter]: subject, ...kind.parameters(limit) };
        const { answer, requestId } = await fetchAnswer(service, kind.path, parameters, request.signal);
        const items = kind
          .toItems(answer, { base: service.base, language: findLanguage(this) })
          .slice(0, limit);
        if (items.length === 0) return this.#render('empty', []);
        this.#render('ready', [
          createElement(
            'ul',
            'items',
            items.map((item, at) => this.#createItem(item, at, requestId)),
            { class: kind.layout },
          ),
        ]);
        this.#sendImpressionWhenVisible(requestId);
      } catch (error) {
        if (request.signal.aborted) return;
        this.#render('error', []);
        const detail = { message: error instanceof Error ? error.message : String(error) };
        this.dispatchEvent(new CustomEvent('kindred:error', { bubbles: true, composed: true, detail }));
      }
    }

    #render(state: State, content: readonly Node[]): void {
      this.setAttribute('state', state);
      const heading = this.getAttribute('heading');
      const name = heading === null ? {} : { 'aria-label': heading };
      const section = createElement('section', 'section', [], {
        ...name,
        'aria-busy': String(state === 'loading'),
      });
      if (heading !== null && state !== 'idle') section.append(createElement('h2', 'heading', [heading]));
      section.append(this.#createStatus(state), ...content);
      this.#root.replaceChildren(section);
    }

    #createStatus(state: State): HTMLElement {
      if (state === 'idle' || state === 'ready')
        return createElement('div', 'status', [], { role: 'status', class: 'visually-hidden' });
      const words = textsFor(findLanguage(this));
      const slot = createElement('slot', 'text', [words[state]], { name: state });
      const status = createElement('div', 'status', [createElement('p', 'text', [slot])], {
        role: 'status',
        class: state === 'loading' ? 'visually-hidden' : 'status',
      });
      if (state !== 'error') return status;
      const retry = createElement('button', 'retry', [words.retry], { type: 'button' });
      retry.addEventListener('click', () => this.#scheduleLoad());
      status.append(retry);
      return status;
    }

    /** Placeholders of the items' size, so that the layout does not shift when they arrive. */
    #createPlaceholders(limit: number): HTMLElement {
      const placeholders = Array.from({ length: Math.min(limit, 4) }, () => createElement('li', 'blank'));
      return createElement('ul', 'items', placeholders, { class: kind.layout, 'aria-hidden': 'true' });
    }

    #createItem(item: Item, at: number, requestId: string | null): HTMLElement {
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
        this.#sendEvent('click', requestId, { object, position: { ordinal: at + 1 } });
      });
      return createElement('li', 'item', [link]);
    }

    #sendImpressionWhenVisible(requestId: string | null): void {
      this.#observer?.disconnect();
      this.#observer = new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        this.#sendEvent('impression', requestId, {});
      });
      this.#observer.observe(this);
    }

    /** Without a `shopper` attribute no event is sent. */
    #sendEvent(action: string, requestId: string | null, attributes: object): void {
      const shopper = this.getAttribute('shopper');
      if (!shopper) return;
      sendEvent(readService(this), {
        client_id: shopper,
        action_name: action,
        ...(requestId !== null && { query_id: requestId }),
        event_attributes: { ...attributes, btr: this.getAttribute('tracker') },
      });
    }
  };

const readLimit = (text: string | null): number => {
  const limit = Number.parseInt(text ?? '', 10);
  return limit >= 1 ? Math.min(limit, maximumLimit) : defaultLimit;
};
