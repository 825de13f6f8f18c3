import { isDeepStrictEqual } from 'node:util';
import type { Box } from '../domain/box.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { Website } from '../domain/website.ts';
import { Fault } from '../errors.ts';
import type { Actor, IssuedKeys, Store } from '../store/store.ts';
import { collectReferencedNames } from './referenced-names.ts';
import { pruneWebsite } from './prune.ts';
import { createReadDeclaration, type ReadDeclaration } from './read-declaration.ts';
import { newBox, newDataset, newSubscription, newWebsite } from './resolve.ts';
import { newCampaign } from './resolve-campaign.ts';
import type { Declaration, DeclaredDataset, DeclaredSubscription } from './schema.ts';
import type { Step } from './apply-context.ts';

export type ChangeKind = 'created' | 'updated' | 'unchanged' | 'removed';
type Outcome = { readonly name: string; readonly change: ChangeKind };

export type Applied = {
  readonly website: Outcome & { readonly id: number; readonly tracker: string };
  readonly datasets: readonly (Outcome & { readonly tracker: string })[];
  readonly boxes: readonly (Outcome & { readonly tracker: string; readonly kind: Box['kind'] })[];
  readonly campaigns: readonly (Outcome & { readonly ruleId: number })[];
  /** `keys` only where they were made by this call: they are not shown again here. */
  readonly subscriptions: readonly (Outcome & { readonly keys?: IssuedKeys })[];
};

type ApplySettings = {
  readonly store: Store;
  readonly actor: Actor;
  /** Relative files are looked up here. null: the declaration comes from outside and may name no files. */
  readonly baseFolder: string | null;
  /**
   * Also removes the website's campaigns, boxes and datasets that are not declared. Subscriptions stay:
   * a key that is in use must not die by a line that was left out.
   */
  readonly prune?: boolean;
  /** Given by whoever applies often: making one takes longer than using it. */
  readonly read?: ReadDeclaration;
};

/**
 * "Here is a declaration: what must change?" All of it is done or nothing; doing it again changes nothing.
 * What is not declared is left alone; a property that is left out has its default.
 */
export const applyDeclaration = (settings: ApplySettings) => {
  const { store, actor, baseFolder, prune = false, read = createReadDeclaration() } = settings;

  const apply = (declaration: Declaration): Applied => {
    const before = store.websites.byName(declaration.website.name);
    const website = store.websites.put(actor, newWebsite(declaration.website));
    const step = { store, actor, baseFolder, website };
    const datasets = byDependency(declaration.datasets ?? []).map((item) => putDataset(step, item));
    const boxes = (declaration.boxes ?? []).map((item) => putBox(step, item));
    const campaigns = (declaration.campaigns ?? []).map((item) => putCampaign(step, item));
    const subscriptions = (declaration.subscriptions ?? []).map((item) => putSubscription(step, item));
    const removed = prune ? pruneWebsite(step, declaration) : { datasets: [], boxes: [], campaigns: [] };
    const { id, tracker, name } = website;
    return {
      website: { name, id, tracker, change: changeOf(before, website) },
      datasets: [...inOrder(datasets, declaration.datasets), ...removed.datasets],
      boxes: [...boxes, ...removed.boxes],
      campaigns: [...campaigns, ...removed.campaigns],
      subscriptions,
    };
  };

  return (input: unknown): Applied =>
    store.transaction(() => {
      const known = collectReferencedNames(store, input, prune);
      return apply(read(input, { known, filesAllowed: baseFolder !== null }));
    });
};

/** A keyword dataset may refer to a product dataset declared below it. */
const byDependency = (datasets: readonly DeclaredDataset[]): DeclaredDataset[] => {
  return [...datasets].sort((a, b) => Number(a.kind === 'keywords') - Number(b.kind === 'keywords'));
};

const inOrder = <T extends Outcome>(
  outcomes: readonly T[],
  declared: readonly { name: string }[] = [],
): T[] => {
  return declared.flatMap(({ name }) => outcomes.filter((outcome) => outcome.name === name));
};

const putDataset = ({ store, actor, baseFolder, website }: Step, declared: DeclaredDataset) => {
  const before = store.datasets.byName(website.id, declared.name);
  const products = declared.products === undefined ? null : ownDataset(store, website, declared.products);
  const references = {
    productsId: products && products.id,
    baseFolder,
    storedAuth: before?.source?.auth ?? null,
  };
  const after = store.datasets.put(website.id, actor, newDataset(declared, references));
  return { name: after.name, tracker: after.tracker, change: changeOf(before, after) };
};

const putBox = ({ store, actor, website }: Step, declared: NonNullable<Declaration['boxes']>[number]) => {
  const before = store.boxes.byName(website.id, declared.name);
  const dataset = ownDataset(store, website, declared.dataset);
  const after = store.boxes.put(website.id, actor, newBox(declared, dataset.id, curationOf(before)));
  return { name: after.name, tracker: after.tracker, kind: after.kind, change: changeOf(before, after) };
};

const curationOf = (box: Box | null) => (box === null || box.kind === 'search' ? [] : box.curation);

const putCampaign = (
  { store, actor, website }: Step,
  declared: NonNullable<Declaration['campaigns']>[number],
) => {
  const before = store.campaigns.byName(website.id, declared.name);
  const boxId = declared.box === undefined ? null : ownBox(store, website, declared.box).id;
  const after = store.campaigns.put(website.id, actor, newCampaign(declared, boxId));
  return { name: after.name, ruleId: after.ruleId, change: changeOf(before, after) };
};

const putSubscription = ({ store, actor, website }: Step, declared: DeclaredSubscription) => {
  const before = store.subscriptions.byName(website.id, declared.name);
  const keysBefore = before && declared.keys ? store.subscriptions.reveal(website.id, before.id) : null;
  const boxIds = (declared.boxes ?? []).map((name) => ownBox(store, website, name).id);
  const draft = newSubscription(declared, boxIds);
  const { subscription, keys } = store.subscriptions.put(website.id, actor, draft, declared.keys);
  const change = changeOf(before && { ...before, keys: keysBefore ?? undefined }, {
    ...subscription,
    keys: before ? declared.keys : undefined,
  });
  return { name: subscription.name, change, ...(keys && { keys }) };
};

type Stored = Website | Dataset | Box | Campaign | (Subscription & { keys: IssuedKeys | undefined });

const changeOf = (before: Stored | null, after: Stored): ChangeKind => {
  if (before === null) return 'created';
  return isDeepStrictEqual(before, after) ? 'unchanged' : 'updated';
};

const ownDataset = (store: Store, website: Website, name: string): Dataset => {
  return store.datasets.byName(website.id, name) ?? vanished('dataset', name);
};

const ownBox = (store: Store, website: Website, name: string): Box => {
  return store.boxes.byName(website.id, name) ?? vanished('box', name);
};

/** References were checked in the same transaction. */
const vanished = (noun: string, name: string): never => {
  throw new Fault('internal', `The ${noun} ${name} vanished while the declaration was applied.`);
};
