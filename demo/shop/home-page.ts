import { categoryPath } from './addresses.ts';
import { html, type Html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';
import { drawingAddress, renderGrid, tourAddress } from './tile.ts';

/** Products in the picture at the top. */
const heroPictures = 4;

/** Fills whole rows of two, three, four and six columns. */
const pickedProducts = 12;

export const renderHome = (context: PageContext): string => {
  const { texts, catalogue } = context;
  return renderPage(context, {
    title: texts.home,
    content: html`${renderHero(context)}
<section aria-labelledby="categories"><h2 id="categories">${texts.categories}</h2><ul class="categories">${catalogue.categories.map(
      ({ path, name, products }) => html`<li><a href="/shop${categoryPath(path)}"><img
 src="${drawingAddress(products[0]?.identifier ?? '')}" alt="" width="160" height="160" loading="lazy"><span>${name}</span></a></li>`,
    )}</ul></section>
<section aria-labelledby="picked"><h2 id="picked">${texts.picked}</h2>${renderGrid(
      context,
      catalogue.sample.slice(0, pickedProducts).map((product) => catalogue.variants(product)),
    )}</section>
${renderTour(context)}`,
  });
};

const renderHero = ({ texts, catalogue }: PageContext): Html => {
  const step = Math.max(1, Math.floor(catalogue.sample.length / heroPictures));
  const pictures = catalogue.sample.filter((_, at) => at % step === 0).slice(0, heroPictures);
  const [first] = catalogue.categories;
  return html`<section class="hero"><div><h1>${texts.heroTitle}</h1><p>${texts.heroText}</p>
<p><a class="button primary" href="/shop${categoryPath(first?.path ?? '')}">${texts.heroLink}</a></p></div>
<div class="collage" aria-hidden="true">${pictures.map(
    ({ identifier }) => html`<img src="${drawingAddress(identifier)}" alt="" width="320" height="320">`,
  )}</div></section>`;
};

const renderTour = ({ texts, settings }: PageContext): Html =>
  html`<section aria-labelledby="tour" class="tour"><h2 id="tour">${texts.tour}</h2><p>${texts.tourText}</p>
<ul>${settings.tour.map(
    ({ text, identifier }) =>
      html`<li><a href="${tourAddress(text, identifier)}" data-tour="${text}"><img src="${drawingAddress(identifier)}" alt=""
 width="64" height="64" loading="lazy"><span>${texts[text]}</span></a></li>`,
  )}<li><a href="/shop/learning"><img src="${drawingAddress('LA-101')}" alt=""
 width="64" height="64" loading="lazy"><span>${texts.learnTitle}</span></a></li></ul></section>`;
