import type { Banner } from '../model/answer.ts';
import { buildNodes } from './html.ts';
import type { PartContext } from './part.ts';

export const css = `
.banner { flex: none; max-block-size: 9rem; overflow: auto; margin-block-end: .75rem; padding: .625rem .875rem;
  border-radius: var(--_radius); border: 1px solid var(--_line); background: var(--kindred-banner, light-dark(#fbf3e6, #33291c));
  line-height: 1.4; }
.items ~ .banner { margin-block: .75rem 0; }
.banner a { color: inherit; text-decoration: underline; border: 0; background: none; }
.banner img { max-inline-size: 100%; block-size: auto; vertical-align: middle; }
.banner p + p, .banner .line { margin-block-start: .25em; }
.banner .line { display: block; }
.banner ul, .banner ol { padding-inline-start: 1.25rem; list-style: revert; }
`;

/** The places of banners in an element, top to bottom; the facet bar and the list stand between them. */
const places = {
  top: ['resultPageTop', 'resultsAndControlsTop', 'filterTop'],
  underFacets: ['filterBottom', 'betweenResultsAndControlsTop'],
  bottom: ['betweenResultsAndControlsBottom', 'resultsAndControlsBottom', 'resultPageBottom'],
} as const;

export type BannerPlace = keyof typeof places;

/** The banners of one place. A position that is not known yet is shown at the top. */
export const createBanners = (
  banners: readonly Banner[],
  place: BannerPlace,
  context: PartContext,
): HTMLElement[] => {
  const known: readonly string[] = Object.values(places).flat();
  const positionOf = ({ position }: Banner): string =>
    position && known.includes(position) ? position : 'resultPageTop';
  return places[place].flatMap((position) =>
    banners
      .filter((banner) => positionOf(banner) === position)
      .flatMap(({ contents }) => contents ?? [])
      .flatMap(({ content }) => (content ? [createBanner(content, position, context)] : [])),
  );
};

const createBanner = (content: string, position: string, context: PartContext): HTMLElement => {
  const banner = context.create('div', 'banner', [buildNodes(content, context)], {
    part: `banner ${position}`,
    'data-position': position,
  });
  banner.addEventListener('error', hideBroken, true);
  return banner;
};

/** A picture that does not load goes, and so does a banner that has nothing else. */
const hideBroken = ({ target, currentTarget }: Event): void => {
  const banner = currentTarget as HTMLElement;
  (target as HTMLElement).remove();
  if (!banner.textContent.trim() && !banner.querySelector('img')) banner.remove();
};
