import { categoryPath } from './addresses.ts';
import { html, nothing, type Html } from './html.ts';
import { renderPage } from './layout.ts';
import { renderListing } from './listing.ts';
import { tourAddress } from './tile.ts';
import type { PageContext } from './page.ts';

/** The products of a category or of a whole department; null: there is none at this address. */
export const renderCategory = (context: PageContext, slug: string): string | null => {
  const { departments, categories } = context.catalogue;
  const category = [...departments, ...categories].find(
    ({ path }) => categoryPath(path) === `/categories/${slug}`,
  );
  if (category === undefined) return null;
  const [department = ''] = category.path.split('/');
  const inside = categories.filter(({ path }) => path.startsWith(`${department}/`));
  return renderPage(context, {
    title: category.name,
    content: html`${renderNotice(context)}<h1>${category.name}</h1>
${
  inside.length > 1
    ? html`<ul class="chips">${inside.map(
        ({ path, name }) =>
          html`<li><a href="/shop${categoryPath(path)}"${
            path === category.path ? html` aria-current="page"` : nothing
          }>${name}</a></li>`,
      )}</ul>`
    : nothing
}
${renderListing(context, category.products)}`,
  });
};

/** A redirect of a campaign led here from a product that is no longer sold. */
const renderNotice = ({ catalogue, query, texts, settings }: PageContext): Html => {
  const product = catalogue.find(query.get('instead-of') ?? '');
  return product === null
    ? nothing
    : html`<p class="notice" role="status" data-instead-of="${product.identifier}"><strong>${product.displayText}</strong>
${texts.noLongerMade}${
  settings.boxes.withoutCampaigns === undefined
    ? nothing
    : html` <a href="${tourAddress('tourRedirect', product.identifier, true)}">${texts.tourRedirectOff}</a>`
}</p>`;
};
