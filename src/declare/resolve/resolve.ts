import { resolve as resolvePath } from 'node:path';
import { boxDefaults, type Curation } from '../../domain/box.ts';
import { type FeedAuth, type FeedSource, feedSecretScope, storedSecretScope } from '../../domain/dataset.ts';
import { ladderDefault, strategyDefaults } from '../../domain/strategy.ts';
import type { NewBox, NewDataset, NewSubscription, NewWebsite } from '../../store/store.ts';
import type { DeclaredBox, DeclaredRelatedBox, DeclaredSearchBox } from '../../contract/box.ts';
import { parseCheckedFilter } from './resolve-campaign.ts';
import type { DeclaredDataset } from '../../contract/dataset.ts';
import type { DeclaredSubscription } from '../../contract/subscription.ts';
import type { DeclaredWebsite } from '../../contract/website.ts';

/* Turns validated declarations into store input, with every default filled in. */

export const newWebsite = (declared: DeclaredWebsite): Required<NewWebsite> => ({
  displayName: declared.name,
  language: 'en',
  url: null,
  synonyms: [],
  redirects: [],
  ...declared,
});

type DatasetReferences = {
  readonly productsId: number | null;
  /** Base of relative file names; null: there are none. */
  readonly baseFolder: string | null;
  readonly storedSource: FeedSource | null;
};

export const newDataset = (declared: DeclaredDataset, references: DatasetReferences): NewDataset => ({
  name: declared.name,
  kind: declared.kind,
  source: declared.source ? newSource(declared.source, references) : null,
  fields: declared.fields ?? [],
  productsId: references.productsId,
  model: declared.model ?? null,
  // Also where it is undefined: a stored one would stay otherwise.
  imagesUrl: declared.imagesUrl,
  learnFrom: declared.learnFrom,
  ...(declared.kind === 'keywords' && { learning: declared.learning ?? {} }),
});

type DeclaredSource = NonNullable<DeclaredDataset['source']>;

const newSource = (source: DeclaredSource, { baseFolder, storedSource }: DatasetReferences): FeedSource => {
  const resolveFile = (path: string | undefined) =>
    path === undefined ? null : resolvePath(baseFolder ?? '', path);
  return {
    file: resolveFile(source.file),
    url: source.url ?? null,
    images: resolveFile(source.images),
    schedule: source.schedule ?? null,
    auth: newAuth(source.url ?? null, source.auth, storedSource),
  };
};

/** A secret that is left out stays, unless it would go to another origin or under another header name. */
const newAuth = (
  url: string | null,
  auth: DeclaredSource['auth'],
  storedSource: FeedSource | null,
): FeedAuth | null => {
  const stored = storedSource?.auth ?? null;
  const isKept = (kind: FeedAuth['kind'], name: string): boolean =>
    storedSource !== null && feedSecretScope(url, kind, name) === storedSecretScope(storedSource);
  if (auth?.basic) {
    const { user, password } = auth.basic;
    const kept = stored?.kind === 'basic' && isKept('basic', '') ? stored.password : '';
    return { kind: 'basic', user, password: password ?? kept };
  }
  if (auth?.header) {
    const { name, value } = auth.header;
    const kept = stored?.kind === 'header' && isKept('header', name) ? stored.value : '';
    return { kind: 'header', name, value: value ?? kept };
  }
  return null;
};

const { relatedSize, directions, ...searchDefaults } = boxDefaults;
const relatedDefaults = { cacheControl: boxDefaults.cacheControl, size: relatedSize, url: null, directions };

/** `stored`: the present curation, which a declaration without `curation` keeps. */
export const newBox = (declared: DeclaredBox, datasetId: number, stored: Curation = []): NewBox =>
  declared.kind === 'search'
    ? { ...newSearchBox(declared), datasetId }
    : { ...newRelatedBox(declared, stored), datasetId };

const newSearchBox = ({ dataset: _, exclude, strategies, ...given }: DeclaredSearchBox) => {
  const settings = { ...searchDefaults, ...given };
  const rungs = strategies?.map((rung) => ({ ...strategyDefaults, ...rung })) ?? ladderDefault;
  return {
    ...settings,
    pageSize: given.pageSize ?? Math.min(searchDefaults.pageSize, settings.maximumPageSize),
    exclude: exclude === undefined ? null : parseCheckedFilter(exclude),
    strategies: [...rungs].sort((a, b) => a.rank - b.rank),
  };
};

const newRelatedBox = ({ dataset: _, curation, ...given }: DeclaredRelatedBox, stored: Curation) => {
  const entries = curation?.map(newCurationEntry) ?? stored;
  return {
    ...relatedDefaults,
    ...given,
    ...((curation !== undefined || entries.length > 0) && { curation: entries }),
  };
};

const newCurationEntry = ({
  pattern = null,
  add = [],
  hide = [],
  replace,
}: NonNullable<DeclaredRelatedBox['curation']>[number]) => ({
  pattern,
  add,
  hide,
  ...(replace && { replace }),
});

const subscriptionDefaults = { rate: null, quota: null, addressRate: null, operations: [], origins: [] };

export const newSubscription = (
  { boxes: _, keys: __, ...declared }: DeclaredSubscription,
  boxIds: readonly number[],
): NewSubscription => ({ ...subscriptionDefaults, ...declared, boxIds });
