import { resolve as resolvePath } from 'node:path';
import type { DeclaredBox, DeclaredRelatedBox, DeclaredSearchBox } from '../../contract/box.ts';
import type {
  DeclaredCampaign,
  DeclaredEffect,
  DeclaredPromotion,
  DeclaredTargets,
  DeclaredTile,
} from '../../contract/campaign.ts';
import type { DeclaredDataset } from '../../contract/dataset.ts';
import type { DeclaredSubscription } from '../../contract/subscription.ts';
import type { DeclaredWebsite } from '../../contract/website.ts';
import { boxDefaults, type Curation } from '../../domain/box.ts';
import type { Effect, Promotion, Targets } from '../../domain/campaign.ts';
import { type FeedAuth, feedSecretScope, type FeedSource, storedSecretScope } from '../../domain/dataset.ts';
import { parseFilter } from '../../domain/filter-text.ts';
import type { Filter } from '../../domain/filter.ts';
import { ladderDefault, strategyDefaults } from '../../domain/strategy.ts';
import { Fault } from '../../errors.ts';
import type { NewBox, NewCampaign, NewDataset, NewSubscription, NewWebsite } from '../../store/store.ts';

/** A declared campaign is published unless it says otherwise. */
const campaignDefaults = { state: 'published', priority: 0, share: 1 } as const;

export const newCampaign = (declared: DeclaredCampaign, boxId: number | null): NewCampaign => {
  const { box: _, when = {}, effect, ...rest } = { ...campaignDefaults, ...declared };
  const { from = null, until = null, weekdays = [], ...settings } = rest;
  return { ...settings, boxId, when, schedule: { from, until, weekdays }, effect: newEffect(effect) };
};

const newEffect = (declared: DeclaredEffect): Effect => {
  const { redirect, banner, ads, promotion, intentClarification } = declared;
  if (redirect) return { kind: 'redirect', ...redirect };
  if (banner) return { kind: 'banner', ...banner };
  if (ads) return { kind: 'ads', ...ads };
  if (promotion) {
    const { highlighted = false, promotions } = promotion;
    return { kind: 'promotion', highlighted, promotions: promotions.map(newPromotion) };
  }
  if (intentClarification) {
    const { tiles, ...rest } = intentClarification;
    return { kind: 'intentClarification', ...rest, tiles: tiles.map(newTile) };
  }
  throw uncheckedFault();
};

const newPromotion = ({ pin, boost, bury, hide }: DeclaredPromotion): Promotion => {
  if (pin) return { action: 'pin', ...pin };
  if (boost) return { action: 'boost', targets: newTargets(boost), factor: boost.factor };
  if (bury) return { action: 'bury', targets: newTargets(bury), factor: bury.factor };
  if (hide) return { action: 'hide', targets: newTargets(hide) };
  throw uncheckedFault();
};

const newTargets = ({ identifiers, variantOnly, filter }: DeclaredTargets): Targets => {
  if (identifiers) return { identifiers, ...(variantOnly === true && { variantOnly }) };
  if (filter !== undefined) return { filter: parseCheckedFilter(filter) };
  throw uncheckedFault();
};

const newTile = ({ tile, filter, factor, ...texts }: DeclaredTile) => {
  const parsedFilter = parseCheckedFilter(filter);
  const action =
    factor === undefined
      ? ({ kind: 'filter', filter: parsedFilter } as const)
      : ({ kind: 'boost', filter: parsedFilter, factor } as const);
  return { ...texts, tile: tile ?? null, action };
};

/** For a text that has been validated. */
export const parseCheckedFilter = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  throw uncheckedFault();
};

const uncheckedFault = (): Fault =>
  new Fault('internal', 'A declaration was resolved that had not been checked.');

/* Turns validated declarations into store input, with every default filled in. */

export const newWebsite = (declared: DeclaredWebsite): Required<NewWebsite> => ({
  displayName: declared.name,
  language: 'en',
  url: null,
  currency: null,
  timeZone: null,
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
  view: declared.view,
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
    // Also where it is undefined, as above.
    minimumScore: given.minimumScore,
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
