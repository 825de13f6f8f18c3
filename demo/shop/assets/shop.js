// The demo shop: basket, links of the lists, the reasons of each tile, and the list of calls.
const { key } = document.body.dataset;
const find = (selector) => document.querySelector(selector);

const readStored = (name, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
};
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));

/** A random name for this browser, so that its events belong together. It says nothing about the person. */
const shopper = readStored('shopper', null) ?? crypto.randomUUID();
store('shopper', shopper);
for (const list of document.querySelectorAll('[data-list]')) list.setAttribute('shopper', shopper);

const send = (item) =>
  fetch(`/events?subscription-key=${encodeURIComponent(key)}`, {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify({ client_id: shopper, timestamp: new Date().toISOString(), ...item }),
  }).catch(() => undefined);

const about = (identifier) => ({ object: { object_id: identifier, object_id_field: 'identifier' } });

// A search of this shop, and the click on a product, are what related keywords are learnt from.
const words = find('[data-search]')?.dataset.search;
if (words) send({ action_name: 'search', user_query: words });

/** The lists lead to the pages of this shop, wherever the product feed says the products are. */
addEventListener('kindred:select', (event) => {
  event.preventDefault();
  const { object_id: id, object_id_field: field } = event.detail;
  location.href =
    field === 'suggestion'
      ? `/shop/search?q=${encodeURIComponent(id)}`
      : `/shop/products/${encodeURIComponent(id)}`;
});

// Basket
const euro = (value) => value.toLocaleString('en', { style: 'currency', currency: 'EUR' });
const showCount = () => {
  const count = readStored('basket', []).length;
  const place = find('[data-count]');
  if (place) place.textContent = count === 0 ? '' : `(${count})`;
};
const element = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};
const product = find('[data-product]');
find('[data-add]')?.addEventListener('click', () => {
  const { product: identifier, name, price } = product.dataset;
  store('basket', [...readStored('basket', []), { identifier, name, price: Number(price) }]);
  send({ action_name: 'add_to_cart', event_attributes: about(identifier) });
  find('[data-added]').hidden = false;
  showCount();
});
const showBasket = () => {
  const place = find('[data-basket]');
  const items = readStored('basket', []);
  if (!place || items.length === 0) return;
  const rows = items.map(({ identifier, name, price }, at) => {
    const remove = element('button', { type: 'button', textContent: 'Remove' });
    remove.setAttribute('aria-label', `Remove ${name}`);
    remove.addEventListener('click', () => {
      store('basket', items.toSpliced(at, 1));
      location.reload();
    });
    const link = element('a', {
      href: `/shop/products/${encodeURIComponent(identifier)}`,
      textContent: name,
    });
    return element('li', {}, link, element('span', { textContent: euro(price) }), remove);
  });
  const total = items.reduce((sum, { price }) => sum + price, 0);
  const order = element('button', { type: 'button', className: 'primary', textContent: 'Order' });
  order.addEventListener('click', async () => {
    for (const { identifier } of items)
      await send({ action_name: 'purchase', event_attributes: about(identifier) });
    store('basket', []);
    place.replaceChildren();
    find('[data-ordered]').hidden = false;
    showCount();
  });
  place.replaceChildren(
    element('ul', { className: 'basket' }, ...rows),
    element('p', { className: 'total', textContent: `Total ${euro(total)}` }),
    order,
  );
};
showBasket();
showCount();

// Banners of campaigns, as text: the elements do not show them. An answer may come before this file has loaded.
const showBanner = ({ address, body }) => {
  if (!address.startsWith('/search/')) return;
  const banners = (JSON.parse(body).banners ?? []).flatMap(({ contents }) =>
    (contents ?? []).map(({ content }) => content),
  );
  const place = find('[data-banner]');
  if (!place || banners.length === 0) return;
  const text = new DOMParser().parseFromString(banners.join(' '), 'text/html').body.textContent;
  place.textContent = text;
  place.hidden = text.trim() === '';
};
addEventListener('kindred-call', ({ detail }) => showBanner(detail));
for (const call of globalThis.kindredCalls ?? []) showBanner(call);

// Why is each product here?
find('[data-why]')?.addEventListener('change', async ({ target }) => {
  const place = find('[data-reasons]');
  place.hidden = !target.checked;
  if (!target.checked || place.childElementCount > 0) return;
  const query = new URLSearchParams({
    btr: document.body.dataset.searchBox,
    identifier: product.dataset.product,
    top: '12',
    explain: 'true',
  });
  const response = await fetch(`/search/imagesearch?${query}`, {
    headers: { 'Ocp-Apim-Subscription-Key': key },
  });
  const answer = await response.json();
  const reasons = answer.explain?.documents ?? [];
  place.replaceChildren(
    ...(answer.documents ?? []).map(({ document: shown }, at) =>
      element(
        'li',
        {},
        element('strong', { textContent: shown.displayText ?? shown.identifier }),
        element('pre', { textContent: JSON.stringify(reasons[at] ?? {}, null, 2) }),
      ),
    ),
  );
});

// The calls of this page
const showCalls = () => {
  const calls = globalThis.kindredCalls ?? [];
  find('[data-calls-count]').textContent = calls.length === 0 ? '' : `(${calls.length})`;
  find('[data-calls]').replaceChildren(
    ...calls.map(({ method, address, status, ms, body }) => {
      const line = element('code', { textContent: `${method} ${address}` });
      const text = element('pre', { textContent: formatBody(body), tabIndex: 0 });
      const details = element('details', {}, element('summary', {}, line, ` ${status}, ${ms} ms`), text);
      return element('li', {}, details);
    }),
  );
};
const formatBody = (body) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
addEventListener('kindred-call', showCalls);
showCalls();
