import { applyDeclaration } from '../../../../src/declare/apply/apply.ts';
import type { Kindred } from '../../../../src/compose.ts';
import type { Dataset } from '../../../../src/domain/dataset.ts';
import { catalogue, catalogueFields, keywordEntries } from '../catalogue.ts';
import type { ImportService } from '../../../../src/http/admin/core/needs.ts';

/** A website and the identifiers of everything in it. All names contain the website's name, so that leaks are visible. */
export type WebsiteFixture = {
  readonly id: number;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly tracker: string;
  readonly key: string;
  readonly ingestKey: string;
  readonly trackers: { readonly search: string; readonly related: string };
  readonly datasetTracker: string;
};

const fixtureDeclaration = (name: string) => ({
  website: { name, displayName: `The shop ${name}`, url: `https://${name}.example` },
  datasets: [
    { name: `${name}-catalogue`, kind: 'products' },
    { name: `${name}-searches`, kind: 'keywords', products: `${name}-catalogue` },
  ],
  boxes: [
    { name: `${name}-similar`, kind: 'search', dataset: `${name}-catalogue`, sameAsSource: ['category'] },
    {
      name: `${name}-related`,
      kind: 'relatedKeywords',
      dataset: `${name}-searches`,
      url: `https://${name}.example/?q={keyword}`,
    },
  ],
  campaigns: [
    {
      name: `${name}-campaign`,
      effect: { redirect: { url: `https://${name}.example/sale` } },
      when: { brand: 'None' },
    },
  ],
  subscriptions: [
    { name: `${name}-keys`, kind: 'secret' },
    { name: `${name}-feeds`, kind: 'ingest' },
  ],
});

export const createWebsiteFixture = async (
  kindred: Kindred,
  imports: ImportService,
  name: string,
): Promise<WebsiteFixture> => {
  const { store } = kindred;
  const applied = await applyDeclaration({ store, actor: 'test', baseFolder: null })(
    fixtureDeclaration(name),
  );
  const { id } = applied.website;
  const website = store.websites.byName(name);
  const dataset = store.datasets.byName(id, `${name}-catalogue`);
  const searches = store.datasets.byName(id, `${name}-searches`);
  if (website === null || dataset === null || searches === null) throw new Error('It was created above.');
  const version = await publish(kindred, dataset, searches, name);
  const actor = 'test';
  const importRecord = await imports.start({ website, dataset }, actor, {}, null);
  const [campaign] = applied.campaigns;
  const tracker = (kind: string) => applied.boxes.find((box) => box.kind === kind)?.tracker ?? '';
  return {
    id,
    name,
    params: {
      website: name,
      dataset: dataset.name,
      version,
      import: importRecord.id,
      identifier: `${name}-p0`,
      box: `${name}-similar`,
      ruleId: String(campaign?.ruleId ?? 0),
      subscription: `${name}-keys`,
    },
    tracker: applied.website.tracker,
    key: applied.subscriptions[0]?.keys?.primary ?? '',
    ingestKey: applied.subscriptions[1]?.keys?.primary ?? '',
    trackers: { search: tracker('search'), related: tracker('relatedKeywords') },
    datasetTracker: dataset.tracker,
  };
};

/** The same forty products, with identifiers and names of this website's own. */
const publish = async (
  { engine }: Kindred,
  dataset: Dataset,
  searches: Dataset,
  name: string,
): Promise<string> => {
  const draft = { fields: catalogueFields, language: 'en', model: 'test', plans: [] };
  const builder = await engine.buildProducts(dataset.tracker, draft);
  for (const { product, picture } of catalogue()) {
    const { identifier, displayText } = product;
    const own = { identifier: `${name}-${identifier}`, displayText: `${displayText} of ${name}` };
    await builder.add({ product: { ...product, ...own }, picture });
  }
  const { version } = await builder.finish();
  await engine.makeLive(dataset.tracker, version);
  const built = await engine.buildKeywords(searches.tracker, 'en', keywordEntries);
  await engine.makeLive(searches.tracker, built.version);
  return version;
};
