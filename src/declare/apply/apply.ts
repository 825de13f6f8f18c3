import type { DeclaredBox } from '../../contract/box.ts';
import type { DeclaredCampaign } from '../../contract/campaign.ts';
import type { DeclaredDataset } from '../../contract/dataset.ts';
import type { DeclaredSubscription } from '../../contract/subscription.ts';
import type { Box } from '../../domain/box.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import type { Actor, IssuedKeys, Settings, Store } from '../../store/store.ts';
import { type AppliedChecks, checkApplied } from '../check/check-applied.ts';
import { readDeclaration } from '../check/read-declaration.ts';
import { collectReferencedNames } from '../check/referenced-names.ts';
import { newBox, newCampaign, newDataset, newSubscription, newWebsite } from '../resolve/resolve.ts';
import type { Declaration } from '../schema/declaration-schema.ts';
import { keepOmitted } from './keep-omitted.ts';
import { isDeepStrictEqual } from 'node:util';

type ChangeKind = 'created' | 'updated' | 'unchanged' | 'removed';
type ItemChange = {
  readonly name: string;
  readonly change: ChangeKind;
  /** What an update changes. */
  readonly differences?: readonly Difference[];
};

export type ApplyResult = {
  readonly website: ItemChange & { readonly id: number; readonly tracker: string };
  readonly datasets: readonly (ItemChange & { readonly tracker: string })[];
  readonly boxes: readonly (ItemChange & { readonly tracker: string; readonly kind: Box['kind'] })[];
  readonly campaigns: readonly (ItemChange & { readonly ruleId: number })[];
  /** `keys` only for keys that this call created: they are not shown again. */
  readonly subscriptions: readonly (ItemChange & { readonly keys?: IssuedKeys })[];
};

type ApplyOptions = {
  readonly actor: Actor;
  /** Base of relative file names. null: the declaration comes over HTTP and may not name files. */
  readonly baseFolder: string | null;
  /**
   * Also removes campaigns, boxes and datasets of the website that are not declared. Subscriptions stay: a
   * forgotten line must not disable a key that is in use.
   */
  readonly prune?: boolean;
  /** Fields that a declared item leaves out stay as they are; otherwise they get their default. */
  readonly keepOmitted?: boolean;
  /** Checks of what changed against the live catalogues, and confirmations; left out: none. */
  readonly checks?: AppliedChecks;
};

/** Applies a declaration in a transaction of its own. */
export const applyDeclaration =
  ({ store, ...options }: ApplyOptions & { readonly store: Pick<Store, 'transaction'> }) =>
  (input: unknown): Promise<ApplyResult> =>
    store.transaction((settings) => applyWithin(settings, options)(input));

/**
 * Applies a declaration inside of a transaction. Applying it again changes nothing. Items that are not declared are
 * left alone (see `prune`); for a property that is left out see `keepOmitted`.
 */
export const applyWithin = (settings: Settings, options: ApplyOptions) => {
  const { actor, baseFolder, prune = false } = options;

  const apply = (declaration: Declaration): ApplyResult => {
    const before = settings.websites.byName(declaration.website.name);
    const website = settings.websites.put(actor, newWebsite(declaration.website));
    const context = { settings, actor, baseFolder, website };
    const datasets = sortByDependency(declaration.datasets ?? []).map((item) => putDataset(context, item));
    const boxes = (declaration.boxes ?? []).map((item) => putBox(context, item));
    const campaigns = (declaration.campaigns ?? []).map((item) => putCampaign(context, item));
    if (options.checks) checkApplied(context, { boxes, campaigns }, options.checks);
    const subscriptions = (declaration.subscriptions ?? []).map((item) => putSubscription(context, item));
    const removed = prune ? pruneWebsite(context, declaration) : { datasets: [], boxes: [], campaigns: [] };
    const { id, tracker, name } = website;
    return {
      website: { name, id, tracker, ...describeChange(before, website) },
      datasets: [...sortAsDeclared(datasets, declaration.datasets), ...removed.datasets],
      boxes: [...boxes, ...removed.boxes],
      campaigns: [...campaigns, ...removed.campaigns],
      subscriptions,
    };
  };

  return (input: unknown): ApplyResult => {
    const whole = options.keepOmitted === true ? keepOmitted(settings, input) : input;
    const known = collectReferencedNames(settings, whole, prune);
    return apply(readDeclaration(whole, { names: known, filesAllowed: baseFolder !== null }));
  };
};

/** A keyword dataset may refer to a product dataset declared below it. */
const sortByDependency = (datasets: readonly DeclaredDataset[]): DeclaredDataset[] =>
  [...datasets].sort((a, b) => Number(a.kind === 'keywords') - Number(b.kind === 'keywords'));

const sortAsDeclared = <T extends ItemChange>(
  changes: readonly T[],
  declared: readonly { name: string }[] = [],
): T[] => declared.flatMap(({ name }) => changes.filter((change) => change.name === name));

const putDataset = ({ settings, actor, baseFolder, website }: ApplyContext, declared: DeclaredDataset) => {
  const before = settings.datasets.byName(website.id, declared.name);
  const { products } = declared;
  const productsId = products === undefined ? null : requireDataset(settings, website, products).id;
  const references = { productsId, baseFolder, storedSource: before?.source ?? null };
  const after = settings.datasets.put(website.id, actor, newDataset(declared, references));
  return { name: after.name, tracker: after.tracker, ...describeChange(before, after) };
};

const putBox = ({ settings, actor, website }: ApplyContext, declared: DeclaredBox) => {
  const before = settings.boxes.byName(website.id, declared.name);
  const dataset = requireDataset(settings, website, declared.dataset);
  const after = settings.boxes.put(website.id, actor, newBox(declared, dataset.id, storedCuration(before)));
  return { name: after.name, tracker: after.tracker, kind: after.kind, ...describeChange(before, after) };
};

const storedCuration = (box: Box | null) => (box === null || box.kind === 'search' ? [] : box.curation);

const putCampaign = ({ settings, actor, website }: ApplyContext, declared: DeclaredCampaign) => {
  const before = settings.campaigns.byName(website.id, declared.name);
  const boxId = declared.box === undefined ? null : requireBox(settings, website, declared.box).id;
  const after = settings.campaigns.put(website.id, actor, newCampaign(declared, boxId));
  return { name: after.name, ruleId: after.ruleId, ...describeChange(before, after) };
};

const putSubscription = ({ settings, actor, website }: ApplyContext, declared: DeclaredSubscription) => {
  const before = settings.subscriptions.byName(website.id, declared.name);
  const keysBefore = before && declared.keys ? settings.subscriptions.reveal(website.id, before.id) : null;
  const boxIds = (declared.boxes ?? []).map((name) => requireBox(settings, website, name).id);
  const draft = newSubscription(declared, boxIds);
  const { subscription, keys } = settings.subscriptions.put(website.id, actor, draft, declared.keys);
  const change = describeChange(before && { ...before, keys: keysBefore ?? undefined }, {
    ...subscription,
    keys: before ? declared.keys : undefined,
  });
  return { name: subscription.name, ...change, ...(keys && { keys }) };
};

const describeChange = (before: object | null, after: object): Omit<ItemChange, 'name'> => {
  if (before === null) return { change: 'created' };
  const differences = listDifferences(before, after);
  return differences.length === 0 ? { change: 'unchanged' } : { change: 'updated', differences };
};

const requireDataset = (settings: Settings, website: Website, name: string) =>
  settings.datasets.byName(website.id, name) ?? throwMissing('dataset', name);

const requireBox = (settings: Settings, website: Website, name: string) =>
  settings.boxes.byName(website.id, name) ?? throwMissing('box', name);

/** Cannot happen: references were checked in the same transaction. */
const throwMissing = (noun: string, name: string): never => {
  throw new Fault('internal', `The ${noun} ${name} vanished while the declaration was applied.`);
};

const removed = 'removed' as const;

/** Removes what is not declared; items that refer to others go first. */
const pruneWebsite = ({ settings, actor, website }: ApplyContext, declaration: Declaration) => {
  const undeclared = <T extends { readonly name: string }>(
    stored: readonly T[],
    declared: readonly { readonly name: string }[] = [],
  ): T[] => stored.filter(({ name }) => !declared.some((item) => item.name === name));

  const campaigns = undeclared(settings.campaigns.list(website.id), declaration.campaigns);
  for (const { name } of campaigns) settings.campaigns.remove(website.id, actor, name);
  const boxes = undeclared(settings.boxes.list(website.id), declaration.boxes);
  for (const { name } of boxes) settings.boxes.remove(website.id, actor, name);
  const datasets = undeclared(settings.datasets.list(website.id), declaration.datasets);
  const keywordsFirst = datasets.sort(
    (a, b) => Number(a.kind === 'products') - Number(b.kind === 'products'),
  );
  for (const { name } of keywordsFirst) settings.datasets.remove(website.id, actor, name);
  return {
    campaigns: campaigns.map(({ name, ruleId }) => ({ name, ruleId, change: removed })),
    boxes: boxes.map(({ name, tracker, kind }) => ({ name, tracker, kind, change: removed })),
    datasets: datasets.map(({ name, tracker }) => ({ name, tracker, change: removed })),
  };
};

/** What the steps of applying a declaration share. */
type ApplyContext = {
  readonly settings: Settings;
  readonly actor: Actor;
  readonly baseFolder: string | null;
  readonly website: Website;
};

/** Runs the work in a transaction that is always rolled back, and returns its result. */
export const dryRun = async <T>(
  store: Pick<Store, 'transaction'>,
  work: (settings: Settings) => T,
): Promise<T> => {
  const rollback = new Error('A dry run is always rolled back.');
  const results: T[] = [];
  try {
    await store.transaction((settings) => {
      results.push(work(settings));
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return results[0] as T;
};

/** One field that a declaration changes, with short texts of its value before and after. */
export type Difference = { readonly field: string; readonly before: string; readonly after: string };

/** The password of a feed is part of its source. */
const secretFields: ReadonlySet<string> = new Set(['source', 'keys']);

const maximumLength = 120;

/** The fields that differ between two states of one item; values that may hold secrets are not shown. */
export const listDifferences = (before: object, after: object): Difference[] => {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...old.keys(), ...current.keys()])];
  return fields
    .filter((field) => !isDeepStrictEqual(old.get(field), current.get(field)))
    .map((field) => ({
      field,
      before: formatValue(field, old.get(field)),
      after: formatValue(field, current.get(field)),
    }));
};

const formatValue = (field: string, value: unknown): string => {
  if (value === undefined || value === null) return 'none';
  if (secretFields.has(field)) return 'set';
  const text = JSON.stringify(value);
  return text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
};
