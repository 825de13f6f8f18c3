import type { Settings } from './settings.ts';
import type { View } from './model/view.ts';

/*
 * Each part is a file of its own, loaded by the first element that needs it. An element without a part that could not
 * be loaded shows its list without it.
 */
const importers = {
  banners: () => import('./parts/banners.ts'),
  guidedChoice: () => import('./parts/guided-choice.ts'),
  facets: () => import('./parts/facets.ts'),
  carousel: () => import('./parts/carousel.ts'),
  template: () => import('./parts/template.ts'),
} as const;

type Importers = typeof importers;
export type PartName = keyof Importers;
export type Parts = { readonly [Name in PartName]: Awaited<ReturnType<Importers[Name]>> | null };

const neededParts = (view: View, settings: Settings): ReadonlySet<PartName> =>
  new Set<PartName>([
    ...(view.banners.length > 0 ? ['banners' as const] : []),
    ...(view.clarification === null ? [] : ['guidedChoice' as const]),
    ...(settings.hasFacets ? ['facets' as const] : []),
    ...(settings.layout === 'carousel' ? ['carousel' as const] : []),
    ...(settings.template === null ? [] : ['template' as const]),
  ]);

/** Waits for all of them: a banner that came after the list would push it down. */
export const loadParts = async (
  view: View,
  settings: Settings,
  miss: (name: PartName) => void,
): Promise<Parts> => {
  const needed = neededParts(view, settings);
  const load = async <Name extends PartName>(name: Name): Promise<Parts[Name]> => {
    if (!needed.has(name)) return null;
    try {
      return (await importers[name]()) as Parts[Name];
    } catch {
      miss(name);
      return null;
    }
  };
  const [banners, guidedChoice, facets, carousel, template] = await Promise.all([
    load('banners'),
    load('guidedChoice'),
    load('facets'),
    load('carousel'),
    load('template'),
  ]);
  return { banners, guidedChoice, facets, carousel, template };
};
