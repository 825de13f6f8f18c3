import type { Stage } from './open-stage.ts';

/** A busy machine may take its time. Of two attributes with one name the first counts, so a page can set its own. */
const patient = 'timeout="600000"';

/** HTML of the two elements with what every page gives them. `more` is attributes, `inside` their children. */
export const createTags = ({ shop, key, backpack }: Pick<Stage, 'shop' | 'key' | 'backpack'>) => ({
  lookAlikes: (more = '', inside = ''): string =>
    `<kindred-look-alikes tracker="${shop.trackers.search}" key="${key}" identifier="${backpack}"
      heading="Looks like this" ${more} ${patient}>${inside}</kindred-look-alikes>`,
  keywords: (more = ''): string =>
    `<kindred-related-keywords tracker="${shop.trackers.related}" key="${key}" pattern="backpack"
      heading="Others searched for" ${more} ${patient}></kindred-related-keywords>`,
});
