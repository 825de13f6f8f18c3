// Records the calls of the page to Kindred, so that a visitor can read them, and follows redirects of campaigns. It must
// run before the elements load: an answer may come before the other scripts.
(() => {
  const calls = [];
  const fetchBefore = globalThis.fetch.bind(globalThis);
  globalThis.kindredCalls = calls;
  globalThis.fetch = async (input, options) => {
    const address = new URL(typeof input === 'string' ? input : input.url, location.href);
    const startedAt = performance.now();
    const response = await fetchBefore(input, options);
    if (/^\/(search|relatedsearches|events)\b/.test(address.pathname)) {
      const body = await response.clone().text();
      const call = {
        method: options?.method ?? 'GET',
        address: `${address.pathname}${hideKey(address)}`,
        status: response.status,
        ms: Math.round(performance.now() - startedAt),
        body,
      };
      calls.unshift(call);
      dispatchEvent(new CustomEvent('kindred-call', { detail: call }));
    }
    return response;
  };
  // The campaign names an address of demo.example: here it leads to a page of this shop.
  addEventListener('kindred:redirect', (event) => {
    event.preventDefault();
    const { pathname, search } = new URL(event.detail.url);
    location.replace(`/shop${pathname}${search}`);
  });
  const hideKey = ({ searchParams }) => {
    const shown = new URLSearchParams(searchParams);
    if (shown.has('subscription-key')) shown.set('subscription-key', '…');
    return shown.size === 0 ? '' : `?${shown}`;
  };
})();
