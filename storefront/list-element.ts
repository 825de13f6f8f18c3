import type { ErrorDetail, LoadDetail, RedirectDetail, SelectDetail } from './model/attributes.ts';
import { createListView } from './list-view.ts';
import { loadParts } from './load-parts.ts';
import type { PhotoQuestion } from './parts/photo-search.ts';
import type { Silence } from './parts/verbose.ts';
import { takePrerendered } from './prerendered.ts';
import { type AnswerSource, createReporter } from './reporter.ts';
import { fetchAnswer, type ServiceAnswer, ServiceFailure } from './service.ts';
import { readSettings, readShopper, type Settings } from './settings.ts';
import type { Choice, Item, ListKind, View } from './model/view.ts';
import { watchSight } from './watch-sight.ts';

type Details = {
  'kindred:load': LoadDetail;
  'kindred:select': SelectDetail;
  'kindred:error': ErrorDetail;
  'kindred:redirect': RedirectDetail;
};

type State = 'idle' | 'loading' | 'ready' | 'empty' | 'error';

/** A change of one of these loads the list again. */
const loadingAttributes =
  'base key api-key tracker limit layout heading heading-level lang texts timeout'.split(' ');
const noChoice: Choice = { filter: null, tile: null };

/** A list that loads its items, keeps its space while it does, and reports impressions and clicks. */
export const createListElement = (kind: ListKind): CustomElementConstructor =>
  class extends HTMLElement {
    static readonly observedAttributes = [
      ...loadingAttributes,
      ...kind.attributes,
      kind.parameter,
      'shopper',
      'consent',
    ];

    /** A declarative shadow root is there already. */
    readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    readonly #list = createListView(this, this.#root, kind.shape);
    readonly #reporter = createReporter(this);
    #request: AbortController | null = null;
    #isScheduled = false;
    #stopWatching = (): void => undefined;
    #choice = noChoice;
    #photo: PhotoQuestion | null = null;

    connectedCallback(): void {
      this.#scheduleLoad();
    }

    disconnectedCallback(): void {
      this.#request?.abort();
      this.#stopWatching();
    }

    attributeChangedCallback(name: string): void {
      if (!this.isConnected) return;
      if (name === 'shopper' || name === 'consent') this.#reporter.retry();
      else this.#scheduleLoad();
    }

    /** A photo that is searched for instead of a product. */
    set photo(photo: PhotoQuestion | null) {
      this.#photo = photo;
      this.#scheduleLoad();
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
        if (!this.isConnected) return;
        this.#choice = noChoice;
        void this.#load(false);
      });
    }

    async #load(isRefinement: boolean): Promise<void> {
      this.#request?.abort();
      this.#stopWatching();
      this.#reporter.forget();
      const settings = readSettings(this, kind);
      if (!settings.tracker || !(settings.subject || this.#photo)) return this.#showIdle(settings);
      const request = new AbortController();
      this.#request = request;
      try {
        const answer = await this.#getAnswer(settings, isRefinement, request.signal);
        const view = kind.toView(answer.answer, { ...settings, base: settings.service.base });
        this.#emit('kindred:load', answer);
        if (view.redirect !== null) return this.#redirect(view.redirect);
        const parts = await loadParts(view, settings, (name) => this.#explain({ kind: 'part', name }));
        if (request.signal.aborted) return;
        if (this.#isEmpty(view)) return this.#showEmpty(settings);
        const source = { ...answer, campaigns: view.campaigns };
        const select = (item: Item, position: number, event: Event): void =>
          this.#select(item, position, event, source);
        this.#list.show(view, settings, parts, { select, refine: (change) => this.#refine(change) });
        this.#setState('ready');
        this.#watch(view.items.length > 0 ? source : null, settings);
      } catch (error) {
        if (!request.signal.aborted) this.#fail(error);
      }
    }

    async #getAnswer(settings: Settings, isRefinement: boolean, signal: AbortSignal): Promise<ServiceAnswer> {
      const prerendered = takePrerendered(this.#root);
      if (prerendered !== null) {
        this.#list.adopt(settings);
        return prerendered;
      }
      if (!isRefinement) this.#list.clear();
      this.#list.reserve(settings, isRefinement);
      this.#setState('loading');
      const { tracker, subject, limit, timeoutMs, service } = settings;
      const own = kind.parameters(this, limit, this.#choice);
      const photo = this.#photo;
      const asked = photo ? photo.parameters : { [kind.parameter]: subject };
      const parameters = { btr: tracker, ...own, ...asked };
      const body = photo?.body ?? null;
      const question = { path: kind.path, parameters, body, shopper: readShopper(this), timeoutMs };
      return fetchAnswer(service, question, signal);
    }

    /** A choice that leads to nothing is shown, so that it can be taken back. */
    #isEmpty({ items, banners, clarification }: View): boolean {
      const hasChoice = this.#choice.filter !== null || this.#choice.tile !== null;
      return items.length === 0 && banners.length === 0 && clarification === null && !hasChoice;
    }

    #showIdle({ tracker, subject }: Settings): void {
      this.#list.clear();
      this.#setState('idle');
      const missing = [...(tracker ? [] : ['tracker']), ...(subject ? [] : [kind.parameter])];
      this.#explain({ kind: 'attributes', missing });
    }

    #showEmpty(settings: Settings): void {
      this.#list.showNothing('empty');
      this.#setState('empty');
      this.#watch(null, settings);
      this.#explain({ kind: 'empty', subject: settings.subject });
    }

    #fail(error: unknown): void {
      const failure =
        error instanceof ServiceFailure ? error : new ServiceFailure('unreadable', String(error));
      const { reason, status, message } = failure;
      this.#list.showNothing('error');
      this.#setState('error');
      this.#watch(null, null);
      this.#explain({ kind: 'failure', reason, status, message });
      this.#emit('kindred:error', { message, reason, status });
    }

    /** The page may keep the shopper here. A redirect to where the shopper is would never end. */
    #redirect(detail: RedirectDetail): void {
      this.#list.showNothing('empty');
      this.#setState('empty');
      this.#watch(null, null);
      this.#explain({ kind: 'redirect', url: detail.url });
      const isWanted = this.#emit('kindred:redirect', detail);
      if (isWanted && detail.url !== location.href) location.assign(detail.url);
    }

    #refine(change: Partial<Choice>): void {
      this.#choice = { ...this.#choice, ...change };
      void this.#load(true);
    }

    #select({ url, object, mark }: Item, position: number, event: Event, source: AnswerSource): void {
      const { requestId, version } = source;
      const isAd = mark === 'ad';
      const detail = { ...object, url, position, isAd, version, requestId };
      if (!this.#emit('kindred:select', detail)) event.preventDefault();
      this.#reporter.reportClick(source, object, position, isAd);
    }

    /** `source` is the answer whose list a shopper then sees; null where nothing is shown. */
    #watch(source: AnswerSource | null, settings: Settings | null): void {
      // The height of a template's items is known only where the page says it.
      const isOpen =
        settings?.template && getComputedStyle(this).getPropertyValue('--kindred-item-height') === '';
      if (isOpen) this.#list.release();
      this.#stopWatching = watchSight(this, {
        onSeen: () => source && this.#reporter.reportImpression(source),
        onUnseen: () => this.#list.release(),
      });
    }

    #setState(state: State): void {
      this.setAttribute('state', state);
    }

    /** Every event bubbles out of shadow trees and can be cancelled. Returns false when the page did. */
    #emit<Name extends keyof Details>(name: Name, detail: Details[Name]): boolean {
      const options = { bubbles: true, composed: true, cancelable: true, detail };
      return this.dispatchEvent(new CustomEvent(name, options));
    }

    #explain(silence: Silence): void {
      if (!this.hasAttribute('verbose')) return;
      import('./parts/verbose.ts').then(
        ({ explainSilence }) => explainSilence(this, silence),
        () => undefined,
      );
    }
  };
