// The page that shows how suggestions change: reads a list, sends the events of three shoppers, lets
// the shop learn from them, and reads the list again.
const { key, keywordBox } = document.body.dataset;
const root = document.querySelector('[data-learning]');
const { pattern, next, product, wordSent, wordDone, wordFailed } = root.dataset;
const headers = { 'Ocp-Apim-Subscription-Key': key };

const readSuggestions = async () => {
  const query = new URLSearchParams({ btr: keywordBox, pattern });
  const { suggestions } = await (await fetch(`/relatedsearches/keywords?${query}`, { headers })).json();
  return suggestions ?? [];
};

const isNext = (text) => text.toLowerCase() === next.toLowerCase();

const show = (selector, suggestions) =>
  root.querySelector(selector).replaceChildren(
    ...suggestions.map(({ text, displayText }) => {
      const item = document.createElement('li');
      const link = Object.assign(document.createElement('a'), {
        href: `/shop/search?q=${encodeURIComponent(text)}`,
        textContent: displayText ?? text,
      });
      if (isNext(text)) link.setAttribute('aria-current', 'true');
      item.append(link);
      return item;
    }),
  );

/** One shopper: a search, another one, and a click on a product, a few seconds apart. */
const walk = (shopper) => {
  const at = (seconds) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
  const clicked = { object: { object_id: product, object_id_field: 'identifier' } };
  return [
    { client_id: shopper, timestamp: at(0), action_name: 'search', user_query: pattern },
    { client_id: shopper, timestamp: at(8), action_name: 'search', user_query: next },
    {
      client_id: shopper,
      timestamp: at(15),
      action_name: 'click',
      user_query: next,
      event_attributes: clicked,
    },
  ];
};

/** A version that was just published is answered from a moment later. */
const waitForNext = async (tries = 20) => {
  const suggestions = await readSuggestions();
  if (tries === 0 || suggestions.some(({ text }) => isNext(text))) return suggestions;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return waitForNext(tries - 1);
};

const post = async (address, body) => {
  const response = await fetch(address, {
    method: 'POST',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
};

const after = root.querySelector('[data-after]');
const button = root.querySelector('[data-send]');
const status = root.querySelector('[data-sent]');
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const events = [1, 2, 3].flatMap(() => walk(crypto.randomUUID()));
    await post('/events', events);
    status.textContent = wordSent.replace('{count}', events.length);
    await post('/shop/learn');
    show('[data-after]', await waitForNext());
    after.classList.remove('waiting');
    status.textContent = wordDone;
  } catch (error) {
    console.error(error);
    status.textContent = wordFailed;
  }
  button.disabled = false;
});
const before = await readSuggestions();
show('[data-before]', before);
// The same list with a gap, until the shop has learnt.
if (after.matches('.waiting')) {
  show('[data-after]', before);
  const gap = Object.assign(document.createElement('li'), { className: 'unknown', textContent: '?' });
  gap.setAttribute('aria-hidden', 'true');
  after.prepend(gap);
}
