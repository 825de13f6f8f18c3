import type { Kindred } from '../../compose.ts';
import type { StartState } from '../../http/start/page.ts';

/** What is live in the demo website, for the start page. */
export const readStartState = async (
  { store, engine }: Pick<Kindred, 'store' | 'engine'>,
  signIn: StartState['signIn'],
  showcase: StartState['showcase'],
): Promise<StartState> => {
  const datasets = store.websites.list().flatMap(({ id }) => store.datasets.list(id));
  const catalogues: StartState['catalogues'][number][] = [];
  let keywords = 0;
  for (const { tracker, name, kind } of datasets) {
    const live = (await engine.versions(tracker)).find((version) => version.live);
    if (live === undefined) continue;
    if (kind === 'products') catalogues.push({ name, products: live.size, publishedAt: live.builtAt });
    else keywords += live.size;
  }
  return { signIn, showcase, catalogues, keywords };
};
