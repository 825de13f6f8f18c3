// The demo shop: events, links of the lists, basket, filters, the reasons of each tile, and the list of calls.
import './dots.js';

const { key, keywordBox } = document.body.dataset;
const language = document.documentElement.lang;
const find = (selector) => document.querySelector(selector);

const readStored = (name, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
};
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));

const element = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

/** A random name for this browser, so that its events belong together. It says nothing about the person. */
const shopper = readStored('shopper', null) ?? crypto.randomUUID();
store('shopper', shopper);
for (const list of document.querySelectorAll('[data-list]')) list.setAttribute('shopper', shopper);

const send = (...items) => {
  const common = { client_id: shopper, timestamp: new Date().toISOString() };
  return fetch(`/events?subscription-key=${encodeURIComponent(key)}`, {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify(items.map((item) => ({ ...common, ...item }))),
  }).catch(() => undefined);
};

const about = (identifier) => ({ object: { object_id: identifier, object_id_field: 'identifier' } });

/** The service remembers which list led to the product in this visit. */
const sold = ({ identifier, price }) => ({ ...about(identifier), price, quantity: 1, currency: 'EUR' });

// A search of this shop, and the click on a product, are what related keywords are learnt from.
const words = find('[data-search]')?.dataset.search;
if (words) {
  send({ action_name: 'search', user_query: words });
  find('.listing, [data-meant]')?.addEventListener('click', ({ target, currentTarget }) => {
    const href = target.closest?.('a.tile')?.getAttribute('href');
    const { meant: btr } = currentTarget.dataset;
    const event_attributes = href && {
      ...about(decodeURIComponent(href.split('/').at(-1))),
      ...(btr && { btr }),
    };
    if (href) send({ action_name: 'click', user_query: words, event_attributes });
  });
}

/** The lists lead to the pages of this shop, wherever the product feed says the products are. */
addEventListener('kindred:select', (event) => {
  event.preventDefault();
  const { object_id: id, object_id_field: field } = event.detail;
  location.href =
    field === 'suggestion'
      ? `/shop/search?q=${encodeURIComponent(id)}`
      : `/shop/products/${encodeURIComponent(id)}`;
});

/** Products that fill rows of two, three and six columns. */
const fullRow = 6;

// Products for a search with a slip or a synonym, from the box of related products.
const meant = find('[data-meant]');
const askRelated = async (btr, more = {}) => {
  const query = new URLSearchParams({ btr, pattern: words, ...more });
  const headers = { 'Ocp-Apim-Subscription-Key': key };
  const response = await fetch(`/relatedsearches/keywords?${query}`, { headers }).catch(() => null);
  return response?.ok ? response.json() : {};
};

/** `Results for “trainers”`, in the spelling of a term that the shop knows, with the way to all of them. */
const sayUnderstood = async () => {
  const { explain } = await askRelated(keywordBox, { explain: true });
  const understood = explain?.understoodAs;
  if (!understood) return;
  const { terms, wordUnderstood } = meant.dataset;
  const term = terms.split('|').find((each) => each.toLowerCase().startsWith(understood)) ?? understood;
  find('h1').textContent = wordUnderstood.replace('{words}', () => term);
  const all = find('[data-understood]');
  all.href = `/shop/search?${new URLSearchParams({ q: term })}`;
  all.hidden = false;
};

const showMeant = async () => {
  const [{ suggestions }] = await Promise.all([askRelated(meant.dataset.meant), sayUnderstood()]);
  const found = (suggestions ?? []).map(({ url }) => url.split('/').at(-1));
  const ids = found.slice(0, found.length - (found.length % fullRow) || found.length);
  const page = await fetch(`/shop/tiles?${new URLSearchParams({ ids })}`)
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  const grid = new DOMParser().parseFromString(page, 'text/html').querySelector('.grid:has(li)');
  meant.hidden = grid === null;
  find('[data-nothing]').hidden = grid !== null;
  if (grid) meant.append(grid);
};
if (meant) showMeant();

// Basket
const euro = (value) => value.toLocaleString(language, { style: 'currency', currency: 'EUR' });
const showCount = () => {
  const count = readStored('basket', []).length;
  const place = find('[data-count]');
  if (place) place.textContent = count === 0 ? '' : count;
};
const product = find('[data-product][data-name]');
find('[data-add]')?.addEventListener('click', () => {
  const { product: identifier, name, price } = product.dataset;
  store('basket', [...readStored('basket', []), { identifier, name, price: Number(price) }]);
  send({ action_name: 'add_to_cart', event_attributes: sold({ identifier, price: Number(price) }) });
  find('[data-added]').hidden = false;
  showCount();
});

const createRow = (items, at, texts) => {
  const { identifier, name, price } = items[at];
  const page = `/shop/products/${encodeURIComponent(identifier)}`;
  const picture = element('img', {
    src: `/shop/pictures/${encodeURIComponent(identifier.toLowerCase())}.svg`,
    alt: '',
    width: 96,
    height: 96,
  });
  const remove = element('button', { type: 'button', textContent: texts.wordRemove });
  remove.setAttribute('aria-label', `${texts.wordRemove}: ${name}`);
  remove.addEventListener('click', () => {
    store('basket', items.toSpliced(at, 1));
    showBasket();
    showCount();
  });
  return element(
    'li',
    {},
    picture,
    element('a', { href: page, textContent: name }),
    element('span', { className: 'price', textContent: euro(price) }),
    remove,
  );
};

const place = find('[data-basket]');
const emptyText = find('[data-empty]');
const showBasket = () => {
  if (!place) return;
  const items = readStored('basket', []);
  if (items.length === 0) return place.replaceChildren(emptyText);
  const total = items.reduce((sum, { price }) => sum + price, 0);
  const order = element('button', {
    type: 'button',
    className: 'primary buy',
    textContent: place.dataset.wordOrder,
  });
  order.addEventListener('click', async () => {
    const order_id = crypto.randomUUID();
    const purchase = (item) => ({
      action_name: 'purchase',
      event_attributes: { ...sold(item), order_id },
    });
    await send(...items.map(purchase));
    store('basket', []);
    place.replaceChildren();
    find('[data-ordered]').hidden = false;
    showCount();
  });
  place.replaceChildren(
    element('ul', { className: 'basket' }, ...items.map((_, at) => createRow(items, at, place.dataset))),
    element(
      'p',
      { className: 'total' },
      element('span', { textContent: place.dataset.wordTotal }),
      ` ${euro(total)}`,
    ),
    order,
  );
};
showBasket();
showCount();

// Filters: on a wide page they are open, and a tick narrows the list at once. A phone has a button for it.
const filters = find('[data-filters]');
if (filters) {
  const wide = matchMedia('(width >= 60rem)');
  const adapt = () => {
    find('[data-facets]').open = wide.matches;
  };
  adapt();
  wide.addEventListener('change', adapt);
  filters.classList.add('live');
  // A column that is higher than the window stays where its end is seen.
  const place = () => {
    filters.style.top = `${Math.min(16, innerHeight - filters.offsetHeight - 16)}px`;
  };
  new ResizeObserver(place).observe(filters);
  addEventListener('resize', place);
  filters.addEventListener('change', ({ target }) => {
    if (wide.matches || target.name === 'sort') filters.requestSubmit();
  });
  // Empty fields stay out of the address.
  filters.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}

// Why is each product here?
const createReason = (shown, reason, dataWord) => {
  const name = shown.displayText ?? shown.identifier;
  const picture = `/shop/pictures/${encodeURIComponent(shown.identifier.toLowerCase())}.svg`;
  const data = element('pre', { textContent: JSON.stringify(reason, null, 2), tabIndex: 0 });
  data.setAttribute('role', 'region');
  data.setAttribute('aria-label', `${dataWord}: ${name}`);
  return element(
    'li',
    {},
    element('img', { src: picture, alt: '', width: 64, height: 64 }),
    element(
      'div',
      {},
      element('strong', { textContent: name }),
      element('p', { textContent: reason.reason ?? '' }),
      element('details', {}, element('summary', { textContent: dataWord }), data),
    ),
  );
};

/** The list that is shown is the newest answer: facets and tiles ask again. */
const showReasons = () => {
  const list = find('[data-reason-list]');
  const call = globalThis.kindredCalls.find(({ address }) => address.startsWith('/search/'));
  if (!list || !call) return;
  const { documents, explain } = JSON.parse(call.body);
  const shown = (documents ?? []).map(({ document: record }) => record);
  const reasonOf = ({ identifier }) =>
    (explain?.documents ?? []).find((reason) => reason.identifier === identifier) ?? {};
  list.replaceChildren(
    ...shown.map((record) => createReason(record, reasonOf(record), list.dataset.wordData)),
  );
};
const why = find('[data-why]');
why?.addEventListener('change', () => {
  find('[data-reasons]').hidden = !why.checked;
  if (why.checked) showReasons();
});
addEventListener('kindred-call', () => {
  if (why?.checked) showReasons();
});

// The calls of this page
const formatBody = (body) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
const createCall = ({ method, address, status, ms, body }) => {
  const line = element('code', { textContent: `${method} ${address}` });
  const details = element('details', {}, element('summary', {}, line, ` ${status}, ${ms} ms`));
  // An answer is long: it is put into the page when somebody opens it.
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    const text = element('pre', { textContent: formatBody(body), tabIndex: 0 });
    text.setAttribute('role', 'region');
    text.setAttribute('aria-label', `${method} ${address}`);
    details.append(text);
  });
  return element('li', {}, details);
};
const countPlace = find('[data-calls-count]');
const callList = find('[data-calls]');
const showCall = (call) => {
  callList.prepend(createCall(call));
  countPlace.textContent = `(${callList.childElementCount})`;
};
for (const call of (globalThis.kindredCalls ?? []).toReversed()) showCall(call);
addEventListener('kindred-call', ({ detail }) => showCall(detail));

if (find('[data-learning]')) await import('./learning.js');
