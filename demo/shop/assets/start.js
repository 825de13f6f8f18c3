import './dots.js';

// Signs in to the demo portal with one click. The page carries the sign-in only for a visitor on the machine itself.
const link = document.querySelector('[data-password]');

link?.addEventListener('click', async (event) => {
  event.preventDefault();
  const { email, password } = link.dataset;
  const response = await fetch('/admin/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => null);
  // A changed password, or no answer: the portal asks for it, and says why.
  if (!response?.ok) console.warn('The demo sign-in was refused.');
  location.assign(link.href);
});

// A phone shows the look-alikes in one row.
if (matchMedia('(width < 40rem)').matches)
  document.querySelector('kindred-look-alikes')?.setAttribute('layout', 'carousel');

/** The lists lead to the pages of the demo shop, wherever the product feed says the products are. */
addEventListener('kindred:select', (event) => {
  event.preventDefault();
  const { object_id: id, object_id_field: field } = event.detail;
  location.href =
    field === 'suggestion'
      ? `/shop/search?q=${encodeURIComponent(id)}`
      : `/shop/products/${encodeURIComponent(id)}`;
});
