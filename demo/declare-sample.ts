import type { DemoLanguage } from '../src/domain/demo-account.ts';
import { applyDeclaration } from '../src/declare/apply/apply.ts';
import { describeSettings } from '../src/declare/describe/describe.ts';
import type { Website } from '../src/domain/website.ts';
import { Fault } from '../src/errors.ts';
import type { Sample } from '../src/service/background/import-service.ts';
import type { Actor, Store } from '../src/store/store.ts';
import { demoDeclaration } from './declaration.ts';
import { demoProducts } from './products.ts';
import { demoFolder, writeDemoFeed } from './write-feed.ts';

/** Declares the demo catalogue in an existing website: a dataset and boxes to try things with. */
export const declareSample = async (
  store: Store,
  dataDir: string,
  website: Website,
  actor: Actor,
  language: DemoLanguage,
): Promise<Sample> => {
  const folder = demoFolder(dataDir, language);
  const { datasets, boxes } = demoDeclaration({ folder, language });
  refuseExistingDatasets(store, website, datasets);
  const sample = { website: describeSettings(website), datasets, boxes };
  await applyDeclaration({ store, actor, baseFolder: folder })(sample);
  const dataset = store.datasets.byName(website.id, datasets[0]?.name ?? '');
  if (dataset === null)
    throw new Fault('internal', 'The sample dataset does not exist after it was created.');
  return { dataset, writeFeed: () => writeDemoFeed(folder, { products: demoProducts(language) }) };
};

const refuseExistingDatasets = (
  store: Store,
  { id }: Website,
  datasets: readonly { readonly name: string }[],
): void => {
  const known = datasets.find(({ name }) => store.datasets.byName(id, name) !== null);
  if (known === undefined) return;
  throw new Fault('conflict', `This website has a dataset called ${known.name} already.`, {
    nextStep: 'The sample is for an empty website.',
  });
};
