// Requests what every signed-in page needs before its scripts have arrived: on a slow line that saves several ways there
// and back. `portal/api/early-answers.ts` takes the answers. A file of its own: the content security policy allows no
// inline script.
(() => {
  const preload = (name) => {
    const named = document.querySelector(`link[rel="early"][title="${name}"]`);
    if (!named) return;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = named.href;
    document.head.append(link);
  };

  const answers = new Map();
  // Read whole: an answer that nobody takes, because the page was slow, would occupy a connection.
  const readWhole = async (response) => new Response(await response.blob(), response);
  const ask = (address) => {
    const response = fetch(address, { credentials: 'same-origin' })
      .then(readWhole)
      .catch(() => null);
    answers.set(address, { at: Date.now(), response });
    return response;
  };

  const wanted = localStorage.getItem('kindred.language') ?? navigator.language;
  preload(wanted.startsWith('de') ? 'de' : 'en');
  const [page = '', inner = ''] = location.pathname.split('/').slice(2);
  if (['sign-in', 'set-up', 'invitation'].includes(page)) return;
  globalThis.kindredEarlyAnswers = answers;
  const session = ask('/admin/session');
  if (inner === '') preload('overview-scene');
  if (page === '' || inner !== '' || ['system', 'new-shop'].includes(page)) return;
  // The overview of a shop. Asked when the session is known, so that nobody without one gets a row of errors.
  void session.then((response) => {
    if (response?.ok)
      for (const list of ['datasets', 'boxes', 'campaigns']) void ask(`/admin/websites/${page}/${list}`);
  });
})();
