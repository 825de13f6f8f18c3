// The menu on a phone, buttons that copy, the search, the forms that try a call, and the reader's own key and trackers in the examples.
const find = (selector) => document.querySelector(selector);
const findAll = (selector) => document.querySelectorAll(selector);
const element = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

// Menu: open beside the text, closed above it on a phone.
const wide = matchMedia('(width >= 60rem)');
const adaptMenu = () => {
  find('[data-menu]').open = wide.matches;
};
adaptMenu();
wide.addEventListener('change', adaptMenu);

// Copy: a button on each block of code. Clipboards need https or this machine.
const copy = async (button, code) => {
  await navigator.clipboard.writeText(code.textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
};
for (const code of navigator.clipboard ? findAll('main pre > code') : []) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', () => copy(button, code));
  const frame = element('div', { className: 'code' });
  code.parentElement.replaceWith(frame);
  frame.append(code.parentElement, button);
}

// Search
const input = find('[data-find] input');
const found = find('[data-found]');
const shownResults = 8;
let index = null;
const loadIndex = () => {
  index ??= fetch('/docs/search.json').then((response) => response.json());
  return index;
};

/** The sum over all words of the best place that has it; 0 where one is nowhere. */
const scoreEntry = ({ page, title, text }, words) => {
  const places = [title, page, text].map((place) => place.toLowerCase());
  const scores = words.map((word) => [8, 4, 1][places.findIndex((place) => place.includes(word))] ?? 0);
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
};

const createResult = ({ page, title, address }) => {
  const where = element('span', { textContent: page === title ? '' : page });
  return element('li', {}, element('a', { href: address }, element('strong', { textContent: title }), where));
};

input.addEventListener('focus', loadIndex, { once: true });
input.addEventListener('input', async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  const entries = (await loadIndex())
    .map((entry) => ({ entry, score: scoreEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const shown = entries.slice(0, shownResults).map(({ entry }) => createResult(entry));
  find('[data-found-count]').textContent = entries.length ? `${entries.length} found` : 'Nothing found.';
  find('[data-found-list]').replaceChildren(...shown);
});
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

// JSON in colours: text nodes and spans only, so that an answer is never read as HTML.
const jsonParts = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;
const showJson = (output, text) => {
  output.replaceChildren();
  let done = 0;
  for (const { 0: whole, 1: string, 2: colon = '', index: at } of text.matchAll(jsonParts)) {
    const className = string === undefined ? 'number' : colon ? 'name' : 'text';
    output.append(text.slice(done, at), element('span', { className, textContent: string ?? whole }), colon);
    done = at + whole.length;
  }
  output.append(text.slice(done));
};
for (const block of findAll('.json code:not(:has([data-fill]))')) showJson(block, block.textContent);

// Forms: the curl line follows what is typed, and Send makes the same call from this page.
const addressOf = (form) => {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  return `${location.origin}${form.dataset.path}?${new URLSearchParams(fields)}`;
};

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const send = async (form) => {
  const output = form.querySelector('[data-answer]');
  const status = form.querySelector('[role="status"]');
  const key = form.querySelector('[data-key]').value;
  status.textContent = 'Asking …';
  try {
    const headers = key === '' ? {} : { 'Ocp-Apim-Subscription-Key': key };
    const response = await fetch(addressOf(form), { headers });
    const shown = ['x-request-id', 'x-kindred-version', 'retry-after']
      .filter((name) => response.headers.has(name))
      .map((name) => `${name} ${response.headers.get(name)}`);
    showJson(output, readable(await response.text()));
    output.hidden = false;
    status.textContent = [`Status ${response.status}`, ...shown].join(' · ');
  } catch (error) {
    output.hidden = true;
    status.textContent = `The call did not get through: ${error.message}`;
  }
};

for (const form of findAll('form.try')) {
  // The key itself is not shown: the line is made to be pasted where others may read it.
  const showCurl = () => {
    const url = addressOf(form).replaceAll("'", "'\\''");
    form.querySelector('[data-curl]').textContent =
      `curl -H "Ocp-Apim-Subscription-Key: $KINDRED_KEY" '${url}'`;
  };
  form.addEventListener('input', ({ target }) => {
    if ('key' in target.dataset) for (const field of findAll('[data-key]')) field.value = target.value;
    showCurl();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  showCurl();
}

// The reader's own values. Only a publishable key is shown: it is made to be seen in pages.
const ask = async (path) => {
  const response = await fetch(`/admin/${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
};

const fillIn = (values) => {
  for (const place of findAll('[data-fill]')) {
    const value = values[place.dataset.fill];
    place.dataset.example ??= place.textContent;
    place.textContent = value ?? place.dataset.example;
    place.classList.toggle('filled', value !== undefined);
  }
  const set = (selector, value = '') => {
    for (const field of findAll(selector)) {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
  set('[data-key]', values.publishableKey);
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
  return keys[0] === undefined
    ? ' with your trackers. There is no publishable key yet: '
    : ` with your trackers and the publishable key “${keys[0].name}”. Secret keys stay in the portal: `;
};

const showOwnValues = async () => {
  const { websites } = await ask('session');
  if (websites.length === 0) return;
  const options = websites.map(({ name, displayName }) => new Option(displayName, name));
  const choice = element('select', { id: 'website' }, ...options);
  const [state, profile] = [element('span', {}), element('a', { textContent: 'API keys' })];
  const show = async () => {
    state.textContent = await showWebsite(choice.value);
    profile.href = `/portal/${encodeURIComponent(choice.value)}/keys`;
  };
  choice.addEventListener('change', show);
  await show();
  const label = element('label', { htmlFor: 'website', textContent: 'The examples are for ' });
  find('[data-own]').replaceChildren(element('p', {}, label, choice, state, profile, '.'));
};

if ('session' in document.body.dataset) showOwnValues().catch(() => find('[data-own]').replaceChildren());
