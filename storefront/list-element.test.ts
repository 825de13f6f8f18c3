// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import './kindred.ts';

/* The elements in a page without layout: what they ask for, show and report. Browsers are in test/storefront. */

type Asked = { readonly url: URL; readonly init: RequestInit };
type FakeAnswer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

let asked: Asked[];
let answers: (url: URL) => FakeAnswer | Promise<FakeAnswer>;
/** The callbacks of all observers, to say when an element is seen. */
let observers: IntersectionObserverCallback[];

beforeEach(() => {
  asked = [];
  observers = [];
  answers = () => ({ body: { documents: [] } });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address);
    asked.push({ url, init });
    const { status = 200, body = null, headers = {} } = await answers(url);
    init.signal?.throwIfAborted();
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'x-request-id': 'r-1', 'x-kindred-version': 'v-7', ...headers },
    });
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        observers.push(callback);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const product = (identifier: string, more: object = {}) => ({
  score: 1,
  document: {
    identifier,
    displayText: `Product ${identifier}`,
    price: 5,
    url: `https://shop.example/${identifier}`,
    ...more,
  },
});

const open = (tag: string, attributes: Record<string, string>, inside = ''): HTMLElement => {
  const element = document.createElement(tag);
  element.innerHTML = inside;
  for (const [name, value] of Object.entries({
    tracker: 't-1',
    key: 'k',
    base: 'https://k.example',
    ...attributes,
  }))
    element.setAttribute(name, value);
  document.body.append(element);
  return element;
};
const openLookAlikes = (attributes: Record<string, string> = {}, inside = '') =>
  open('kindred-look-alikes', { identifier: 'p0', ...attributes }, inside);
const openKeywords = (attributes: Record<string, string> = {}) =>
  open('kindred-related-keywords', { pattern: 'shoes', ...attributes });

const stateOf = (element: HTMLElement) => () => element.getAttribute('state');
const settle = (element: HTMLElement, state: string) => expect.poll(stateOf(element)).toBe(state);
const find = (element: HTMLElement, selector: string): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];
const shown = (element: HTMLElement): string[] =>
  find(element, 'li.item .name, .chip li.item .link').map(({ textContent }) => textContent);
const see = (isIntersecting: boolean): void => {
  const entry = { isIntersecting, boundingClientRect: { top: 10 } } as IntersectionObserverEntry;
  observers.at(-1)?.([entry], {} as IntersectionObserver);
};
const events = (): unknown[] =>
  asked
    .filter(({ url }) => url.pathname === '/events')
    .map(({ init }) => JSON.parse(init.body as string) as unknown);
const detailsOf = (name: string): unknown[] => {
  const details: unknown[] = [];
  document.body.addEventListener(name, (event) => details.push((event as CustomEvent).detail));
  return details;
};

describe('a tile', () => {
  it.each([
    ['Ivenna Red Mug', 'Ivenna', ['Ivenna']],
    ['Red Mug', 'Ivenna', []],
    ['Ivennas Mug', 'Ivenna', []],
    ['Red Mug', '', []],
  ])('of %s by "%s" has %j on a line of its own', async (displayText, brand, lines) => {
    answers = () => ({ body: { documents: [product('a', { displayText, brand })] } });
    const element = openLookAlikes();
    await settle(element, 'ready');
    expect(find(element, '.brand').map(({ textContent }) => textContent)).toEqual(lines);
    expect(shown(element)).toEqual([displayText]);
  });

  it('has room beside its price for what the page knows of the product', async () => {
    answers = () => ({ body: { documents: [product('a', { price: 5 })] } });
    const element = openLookAlikes();
    await settle(element, 'ready');
    expect(find(element, '.price slot').map((slot) => slot.getAttribute('name'))).toEqual(['beside-price-a']);
  });
});

describe('what is asked for', () => {
  it('names the box, the product and the number of tiles', async () => {
    await settle(openLookAlikes({ limit: '5' }), 'empty');
    expect(asked[0]?.url.href).toBe('https://k.example/search/imagesearch?btr=t-1&top=5&identifier=p0');
    expect(asked[0]?.init.headers).toEqual({ 'Ocp-Apim-Subscription-Key': 'k' });
    expect(asked[0]?.init.credentials).toBe('omit');
  });

  it.each([
    ['8', {}],
    ['8', { limit: 'many' }],
    ['8', { limit: '0' }],
    ['100', { limit: '5000' }],
  ])('takes %s tiles for %j', async (top, attributes) => {
    await settle(openLookAlikes(attributes), 'empty');
    expect(asked[0]?.url.searchParams.get('top')).toBe(top);
  });

  it('passes on the search term, the filter of the page and the wish for reasons', async () => {
    await settle(openLookAlikes({ pattern: 'red bag', filter: 'price lt 50', explain: '' }), 'empty');
    const { searchParams } = asked[0]?.url ?? new URL('https://nothing.example');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      pattern: 'red bag',
      filter: 'price lt 50',
      explain: 'true',
    });
  });

  it('asks once for attributes that change together, and once for each later change', async () => {
    const element = openLookAlikes();
    element.setAttribute('limit', '4');
    await settle(element, 'empty');
    expect(asked.length).toBe(1);
    element.setAttribute('identifier', 'p1');
    element.setAttribute('heading', 'New');
    await expect.poll(() => asked.length).toBe(2);
    (element as HTMLElement & { refresh: () => void }).refresh();
    await expect.poll(() => asked.length).toBe(3);
  });

  it.each([
    ['tracker', { tracker: '' }],
    ['identifier', { identifier: '' }],
  ])('asks for nothing without %s', async (_name, attributes) => {
    await settle(openLookAlikes(attributes), 'idle');
    expect(asked).toEqual([]);
  });

  it('stops asking when the element leaves the page', async () => {
    let finish = (): void => undefined;
    answers = () =>
      new Promise((resolve) => (finish = () => resolve({ body: { documents: [product('a')] } })));
    const element = openLookAlikes();
    await expect.poll(() => asked.length).toBe(1);
    element.remove();
    expect(asked[0]?.init.signal?.aborted).toBe(true);
    finish();
    expect(stateOf(element)()).toBe('loading');
  });

  it('shows the newest answer when an older one comes later', async () => {
    const waiting: ((answer: FakeAnswer) => void)[] = [];
    answers = () => new Promise((resolve) => waiting.push(resolve));
    const element = openLookAlikes();
    await expect.poll(() => waiting.length).toBe(1);
    element.setAttribute('identifier', 'p1');
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.({ body: { documents: [product('new')] } });
    await settle(element, 'ready');
    waiting[0]?.({ body: { documents: [product('old')] } });
    expect(shown(element)).toEqual(['Product new']);
  });
});

describe('what is shown', () => {
  it('is a link for each product, with its picture, name and price', async () => {
    const documents = [
      product('a', { imageUrl: ['https://k.example/a.png'], currency: 'EUR' }),
      product('b', { url: 'javascript:alert(1)' }),
    ];
    answers = () => ({ body: { documents } });
    const element = openLookAlikes({ heading: 'Alike', 'heading-level': '3', lang: 'en' });
    await settle(element, 'ready');
    expect(find(element, 'h3').map(({ textContent }) => textContent)).toEqual(['Alike']);
    expect(shown(element)).toEqual(['Product a', 'Product b']);
    expect(find(element, 'li img').map((image) => image.getAttribute('src'))).toEqual([
      'https://k.example/a.png',
    ]);
    expect(find(element, 'li .price').map(({ textContent }) => textContent)).toContain('€5.00');
    expect(find(element, 'li.item .link').map(({ localName }) => localName)).toEqual(['a', 'button']);
  });

  it('is a chip for each keyword', async () => {
    const suggestions = [
      { text: 'red shoes', displayText: 'Red Shoes', url: 'https://shop.example/?q=red', dsTracker: 'd' },
      { text: 'boots', displayText: null, url: null, dsTracker: null },
      { text: null, displayText: null, url: null, dsTracker: null },
    ];
    answers = () => ({ body: { suggestions } });
    const element = openKeywords();
    await settle(element, 'ready');
    expect(shown(element)).toEqual(['Red Shoes', 'boots']);
    expect(asked[0]?.url.pathname).toBe('/relatedsearches/keywords');
  });

  it('reserves as many tiles as are wanted, and gives them back out of sight', async () => {
    answers = () => ({ body: { documents: [product('a')] } });
    const element = openLookAlikes({ limit: '3' });
    await settle(element, 'ready');
    expect(find(element, '.reserve .blank').length).toBe(3);
    expect(find(element, 'ul .filler').length).toBe(2);
    see(true);
    expect(find(element, '.reserve .blank').length).toBe(3);
    see(false);
    expect(find(element, '.reserve .blank').length).toBe(0);
  });

  it('marks ads and promoted products, ads first and inside the limit', async () => {
    const body = {
      documents: [product('a'), product('b'), product('c')],
      ads: { adResults: [product('ad')] },
      promotionDetail: { highlighted: true },
      explain: { documents: [{ identifier: 'b', pinned: true }] },
    };
    answers = () => ({ body });
    const element = openLookAlikes({ limit: '3', lang: 'de' });
    await settle(element, 'ready');
    expect(shown(element)).toEqual(['Product ad', 'Product a', 'Product b']);
    const badges = find(element, 'li.item').map((item) => item.querySelector('.badge')?.textContent);
    expect(badges).toEqual(['Anzeige', undefined, 'Empfohlen']);
  });

  it('marks the list where the answer does not say which product is promoted', async () => {
    answers = () => ({ body: { documents: [product('a')], promotionDetail: { highlighted: true } } });
    const element = openLookAlikes({ lang: 'en' });
    await settle(element, 'ready');
    expect(find(element, 'p.promoted').map(({ textContent }) => textContent)).toEqual(['Featured']);
  });

  it('shows banners even where there are no products', async () => {
    const banners = [{ position: 'resultPageBottom', contents: [{ content: '<p>Soon</p>' }] }];
    answers = () => ({ body: { documents: null, banners } });
    const element = openLookAlikes();
    await settle(element, 'ready');
    expect(find(element, '.banner').map(({ textContent }) => textContent)).toEqual(['Soon']);
  });

  it('shows the text of the page where there is nothing, and none of its own', async () => {
    const element = openLookAlikes({ heading: 'Alike' }, '<p slot="empty">Ask us</p>');
    await settle(element, 'empty');
    expect(find(element, 'slot').map((slot) => slot.getAttribute('name'))).toEqual(['empty']);
    expect(find(element, 'section.has-text').length).toBe(1);
    const silent = openLookAlikes();
    await settle(silent, 'empty');
    expect(find(silent, 'section')[0]?.textContent.trim()).toBe('');
  });

  it('fills the template of the page, beside the shadow tree', async () => {
    answers = () => ({ body: { documents: [product('a', { brand: 'Acme' })] } });
    const inside = '<template><a data-kindred="url"><i data-kindred="brand"></i></a></template>';
    const element = openLookAlikes({}, inside);
    await settle(element, 'ready');
    const item = element.querySelector('[slot="kindred-item-1"]');
    expect(item?.textContent).toBe('Acme');
    expect(find(element, 'li slot').map((slot) => slot.getAttribute('name'))).toEqual(['kindred-item-1']);
    answers = () => ({ body: { documents: [] } });
    element.setAttribute('identifier', 'p9');
    await settle(element, 'empty');
    expect(element.querySelector('[slot^="kindred-item"]')).toBeNull();
  });
});

describe('what the page hears', () => {
  it('of an answer, with its version and request id', async () => {
    const loads = detailsOf('kindred:load');
    answers = () => ({ body: { documents: [product('a')] } });
    await settle(openLookAlikes(), 'ready');
    expect(loads).toMatchObject([
      { requestId: 'r-1', version: 'v-7', answer: { documents: [{ score: 1 }] } },
    ]);
  });

  it.each([
    [{ status: 401, body: { message: 'Access denied.' } }, 'refused', 401],
    [{ status: 503, body: 'Not ready.' }, 'unavailable', 503],
  ])('of a failure: %j', async (answer, reason, status) => {
    const errors = detailsOf('kindred:error');
    answers = () => answer;
    await settle(openLookAlikes(), 'error');
    expect(errors).toMatchObject([{ reason, status }]);
  });

  it('of an answer that makes no sense, and shows nothing', async () => {
    answers = () => ({ body: { documents: 'all of them' } });
    await settle(openLookAlikes(), 'error');
  });

  it('of a chosen item, with its position and version; cancelling keeps the link from being followed', async () => {
    answers = () => ({ body: { documents: [product('a'), product('b')] } });
    const chosen = detailsOf('kindred:select');
    const element = openLookAlikes();
    await settle(element, 'ready');
    document.body.addEventListener('kindred:select', (event) => event.preventDefault(), { once: true });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    find(element, 'li.item .link')[1]?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
    expect(chosen).toEqual([
      {
        object_id: 'b',
        object_id_field: 'identifier',
        url: 'https://shop.example/b',
        position: 2,
        isAd: false,
        version: 'v-7',
        requestId: 'r-1',
      },
    ]);
  });

  it('of a redirect, which it may cancel', async () => {
    const redirects = detailsOf('kindred:redirect');
    document.body.addEventListener('kindred:redirect', (event) => event.preventDefault(), { once: true });
    const before = location.href;
    answers = () => ({
      body: { redirect: { url: 'https://shop.example/sale', ruleId: 3, campaignName: 'Sale' } },
    });
    await settle(openLookAlikes(), 'empty');
    expect(redirects).toEqual([{ url: 'https://shop.example/sale', ruleId: 3, campaignName: 'Sale' }]);
    expect(location.href).toBe(before);
  });

  it('of no redirect to a script', async () => {
    const redirects = detailsOf('kindred:redirect');
    answers = () => ({ body: { redirect: { url: 'javascript:alert(1)' } } });
    await settle(openLookAlikes(), 'empty');
    expect(redirects).toEqual([]);
  });
});

describe('what the service hears', () => {
  beforeEach(() => {
    answers = () => ({ body: { documents: [product('a')], ads: { adResults: [product('ad')] } } });
  });
  const click = (element: HTMLElement, at: number): void => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    event.preventDefault();
    find(element, 'li.item .link')[at]?.dispatchEvent(event);
  };

  it('is one impression when the list is seen, and each click, with position and version', async () => {
    const element = openLookAlikes({ shopper: 's-1' });
    await settle(element, 'ready');
    expect(new Headers(asked[0]?.init.headers).get('x-kindred-shopper')).toBe('s-1');
    see(true);
    see(false);
    see(true);
    click(element, 1);
    const common = { client_id: 's-1', query_id: 'r-1' };
    expect(events()).toEqual([
      { ...common, action_name: 'impression', event_attributes: { btr: 't-1', version: 'v-7' } },
      {
        ...common,
        action_name: 'click',
        event_attributes: {
          object: { object_id: 'a', object_id_field: 'identifier' },
          position: { ordinal: 2 },
          btr: 't-1',
          version: 'v-7',
        },
      },
    ]);
  });

  it('names the campaigns that changed the list, each once', async () => {
    answers = () => ({
      body: {
        documents: [product('a')],
        ads: { ruleId: 4, adResults: [] },
        banners: [{ ruleId: 9, position: 'resultPageTop', contents: [] }],
        promotionDetail: { ruleId: 4, highlighted: false },
      },
    });
    const element = openLookAlikes({ shopper: 's-1' });
    await settle(element, 'ready');
    click(element, 0);
    expect(events()).toMatchObject([{ event_attributes: { campaigns: [9, 4] } }]);
  });

  it('tells an ad from a result', async () => {
    const element = openLookAlikes({ shopper: 's-1' });
    await settle(element, 'ready');
    click(element, 0);
    expect(events()).toMatchObject([{ event_attributes: { ad: true, position: { ordinal: 1 } } }]);
  });

  it.each([
    ['without a shopper', {}],
    ['with an empty shopper', { shopper: '' }],
    ['when consent is denied', { shopper: 's-1', consent: 'denied' }],
  ])('is nothing %s', async (_when, attributes) => {
    const element = openLookAlikes(attributes);
    await settle(element, 'ready');
    see(true);
    click(element, 0);
    expect(events()).toEqual([]);
    expect(new Headers(asked[0]?.init.headers).has('x-kindred-shopper')).toBe(false);
  });

  it('is the impression once the shopper consents, without loading again', async () => {
    const element = openLookAlikes({ shopper: 's-1', consent: 'denied' });
    await settle(element, 'ready');
    see(true);
    element.setAttribute('consent', 'granted');
    expect(events()).toMatchObject([{ action_name: 'impression' }]);
    element.setAttribute('shopper', 's-2');
    expect(events().length).toBe(1);
    expect(asked.filter(({ url }) => url.pathname !== '/events').length).toBe(1);
  });
});

describe('a list that the server rendered', () => {
  it('is taken over without a call', async () => {
    const element = document.createElement('kindred-look-alikes');
    const attributes = { tracker: 't-1', identifier: 'p0', base: 'https://k.example' };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const data = document.createElement('script');
    data.type = 'application/json';
    data.textContent = JSON.stringify({
      answer: { documents: [product('a')] },
      requestId: 'r-9',
      version: 'v-9',
    });
    element.shadowRoot?.append(document.createElement('section'), data);
    const loads = detailsOf('kindred:load');
    document.body.append(element);
    await settle(element, 'ready');
    expect(asked).toEqual([]);
    expect(shown(element)).toEqual(['Product a']);
    expect(loads).toMatchObject([{ requestId: 'r-9', version: 'v-9' }]);
    element.setAttribute('identifier', 'p1');
    await expect.poll(() => asked.length).toBe(1);
  });

  it.each(['not JSON', '{}'])('is asked for again when its data is %s', async (text) => {
    const element = document.createElement('kindred-look-alikes');
    for (const name of ['tracker', 'identifier']) element.setAttribute(name, 'x');
    element.setAttribute('base', 'https://k.example');
    const data = document.createElement('script');
    data.type = 'application/json';
    data.textContent = text;
    element.shadowRoot?.append(data);
    document.body.append(element);
    await settle(element, 'empty');
    expect(asked.length).toBe(1);
  });
});
