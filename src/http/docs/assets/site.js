// The search of the docs, the menu on a phone, and the reader's own key and trackers in the examples.
const find = (selector) => document.querySelector(selector);
const element = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

// Menu: open beside the text, closed above it on a phone.
const menu = find('[data-menu]');
const wide = matchMedia('(width >= 60rem)');
const adaptMenu = () => {
  menu.open = wide.matches;
};
adaptMenu();
wide.addEventListener('change', adaptMenu);

// Search
const input = find('#find');
const found = find('[data-found]');
const shownResults = 8;
let index = null;
const loadIndex = () => {
  index ??= fetch('/docs/search.json').then((response) => response.json());
  return index;
};

const scoreEntry = ({ page, title, text }, words) => {
  let score = 0;
  for (const word of words) {
    const places = [
      [title, 8],
      [page, 4],
      [text, 1],
    ];
    const best = Math.max(
      ...places.map(([place, weight]) => (place.toLowerCase().includes(word) ? weight : 0)),
    );
    if (best === 0) return 0;
    score += best;
  }
  return score;
};

const createResult = ({ page, title, address }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: address },
      element('strong', { textContent: title }),
      element('span', { textContent: page === title ? '' : page }),
    ),
  );

const search = async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  const entries = (await loadIndex())
    .map((entry) => ({ entry, score: scoreEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  find('[data-found-count]').textContent =
    entries.length === 0 ? 'Nothing found.' : `${entries.length} found`;
  find('[data-found-list]').replaceChildren(
    ...entries.slice(0, shownResults).map(({ entry }) => createResult(entry)),
  );
};
input.addEventListener('focus', loadIndex, { once: true });
input.addEventListener('input', search);
find('[data-find]').addEventListener('submit', (event) => {
  event.preventDefault();
  find('[data-found-list] a')?.click();
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') found.hidden = true;
});
addEventListener('click', ({ target }) => {
  if (!target.closest?.('[data-find]')) found.hidden = true;
});

// The reader's own values. Only a publishable key is shown: it is made to be seen in pages.
const own = find('[data-own]');
const ask = async (path) => {
  const response = await fetch(`/admin/${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
};

const fillIn = (values) => {
  for (const place of document.querySelectorAll('[data-fill]')) {
    const value = values[place.dataset.fill];
    place.dataset.example ??= place.textContent;
    place.textContent = value ?? place.dataset.example;
    place.classList.toggle('filled', value !== undefined);
  }
  const set = (selector, value) => {
    const field = find(selector);
    if (!field) return;
    field.value = value ?? '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  set('#subscription-key', values.publishableKey);
  set('form[data-path$="imagesearch"] [name="btr"]', values.searchTracker);
  set('form[data-path$="keywords"] [name="btr"]', values.keywordTracker);
};

const showWebsite = async (website) => {
  const base = `websites/${encodeURIComponent(website)}`;
  const [boxes, keys] = await Promise.all([ask(`${base}/boxes`), ask(`${base}/publishable-keys`)]);
  const trackerOf = (kind) => boxes.find((box) => box.kind === kind)?.tracker;
  fillIn({
    address: location.origin,
    publishableKey: keys[0]?.key,
    openKey: keys.find(({ origins }) => origins.length === 0)?.key,
    searchTracker: trackerOf('search'),
    keywordTracker: trackerOf('relatedKeywords'),
  });
  return keys[0]?.name ?? null;
};

const showOwnValues = async () => {
  const { websites } = await ask('session');
  const [first] = websites;
  if (first === undefined) return;
  const choice = element(
    'select',
    { id: 'website' },
    ...websites.map(({ name, displayName }) => element('option', { value: name, textContent: displayName })),
  );
  const state = element('span', {});
  const profile = element('a', {
    href: `/portal/${encodeURIComponent(first.name)}/profile`,
    textContent: 'API keys',
  });
  const show = async () => {
    const key = await showWebsite(choice.value);
    profile.href = `/portal/${encodeURIComponent(choice.value)}/profile`;
    state.textContent =
      key === null
        ? ' with your trackers. There is no publishable key yet: '
        : ` with your trackers and the publishable key “${key}”. Secret keys stay in the portal: `;
  };
  choice.addEventListener('change', show);
  await show();
  own.replaceChildren(
    element(
      'p',
      {},
      element('label', { htmlFor: 'website', textContent: 'The examples are for ' }),
      choice,
      state,
      profile,
      '.',
    ),
  );
};

if ('session' in document.body.dataset) showOwnValues().catch(() => own.replaceChildren());
