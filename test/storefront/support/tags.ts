import type { Stage } from './open-stage.ts';

/** HTML of the two elements with what every page gives them. `more` is attributes, `inside` their children. */
export const createTags = ({ shop, key, backpack }: Pick<Stage, 'shop' | 'key' | 'backpack'>) => ({
  lookAlikes: (more = '', inside = ''): string =>
    `<kindred-look-alikes tracker="${shop.trackers.search}" key="${key}" identifier="${backpack}"
      heading="Looks like this" ${more}>${inside}</kindred-look-alikes>`,
  keywords: (more = ''): string =>
    `<kindred-related-keywords tracker="${shop.trackers.related}" key="${key}" pattern="backpack"
      heading="Others searched for" ${more}></kindred-related-keywords>`,
});
