// The page that shows how suggestions change: reads a list, sends the events of three shoppers, reads it again.
const { key, keywordBox } = document.body.dataset;
const root = document.querySelector('[data-learning]');
const { pattern, next, product, wordSent, wordFailed } = root.dataset;
const headers = { 'Ocp-Apim-Subscription-Key': key };

const show = async (selector) => {
  const query = new URLSearchParams({ btr: keywordBox, pattern });
  const { suggestions } = await (await fetch(`/relatedsearches/keywords?${query}`, { headers })).json();
  root.querySelector(selector).replaceChildren(
    ...(suggestions ?? []).map(({ text, displayText }) => {
      const item = document.createElement('li');
      const link = Object.assign(document.createElement('a'), {
        href: `/shop/search?q=${encodeURIComponent(text)}`,
        textContent: displayText ?? text,
      });
      if (text === next) link.setAttribute('aria-current', 'true');
      item.append(link);
      return item;
    }),
  );
};

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

root.querySelector('[data-send]').addEventListener('click', async () => {
  const events = [1, 2, 3].flatMap(() => walk(crypto.randomUUID()));
  const response = await fetch('/events', { method: 'POST', headers, body: JSON.stringify(events) });
  root.querySelector('[data-sent]').textContent = response.ok
    ? wordSent.replace('{count}', events.length)
    : wordFailed;
});
root.querySelector('[data-again]').addEventListener('click', () => show('[data-after]'));
await show('[data-before]');
