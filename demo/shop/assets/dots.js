// The colours of each look-alike beside its price, as on the cards of the shop, which has them.
addEventListener('kindred:load', async ({ target, detail }) => {
  const { documents, ads } = detail.answer;
  if (target.localName !== 'kindred-look-alikes' || !documents) return;
  const ids = [...(ads?.adResults ?? []), ...documents].map(({ document: { identifier } }) => identifier);
  const page = await fetch(`/shop/tiles?${new URLSearchParams({ ids })}`)
    .then((answer) => answer.text())
    .catch(() => '');
  const cards = new DOMParser().parseFromString(page, 'text/html').querySelectorAll('.grid > li');
  for (const old of target.querySelectorAll(':scope > .dots')) old.remove();
  if (cards.length !== ids.length) return;
  for (const [at, card] of cards.entries()) {
    const dots = card.querySelector('.dots');
    if (dots === null) continue;
    dots.slot = `beside-price-${ids[at]}`;
    target.append(dots);
  }
});
