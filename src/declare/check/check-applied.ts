import type { Box } from '../../domain/box.ts';
import { type Campaign, type Effect, isUnconditional } from '../../domain/campaign.ts';
import { collectFields, type Filter } from '../../domain/filter.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import type { NewCampaign, SettingsReader } from '../../store/store.ts';
import { issuesFault } from './issues.ts';

export type KnownField = { readonly name: string; readonly facetable: boolean };

/**
 * Throws one fault for all fields of a filter that the live catalogue does not have: it would match nothing, silently.
 * Without a live catalogue nothing is checked.
 */
export const checkFilterFields = (
  path: string,
  filter: Filter | null,
  fields: readonly KnownField[] | null,
): void => {
  if (fields === null || filter === null) return;
  throwUnknown(listUnknown({ path, filter }, fields), fields);
};

/** The same for every filter and attribute of a campaign; `path` is its own in the input. */
export const checkCampaignFields = (
  { effect, when }: Pick<NewCampaign, 'when' | 'effect'>,
  fields: readonly KnownField[] | null,
  path = '$',
): void => {
  if (fields === null) return;
  const attributes = (when.attributes ?? []).flatMap(({ name: field }, index) =>
    fields.some(({ name }) => name === field)
      ? []
      : [{ path: `${path}.when.attributes[${index}].name`, field }],
  );
  const inFilters = listFilters(effect, `${path}.effect`).flatMap((each) => listUnknown(each, fields));
  throwUnknown([...inFilters, ...attributes], fields);
};

type LocatedFilter = { readonly path: string; readonly filter: Filter };
type UnknownField = { readonly path: string; readonly field: string };

const listUnknown = ({ path, filter }: LocatedFilter, fields: readonly KnownField[]): UnknownField[] => {
  const facetable = new Set(fields.filter((field) => field.facetable).map(({ name }) => name));
  return [...collectFields(filter).difference(facetable)].map((field) => ({ path, field }));
};

const throwUnknown = (unknown: readonly UnknownField[], fields: readonly KnownField[]): void => {
  if (unknown.length === 0) return;
  const allowed = fields.filter(({ facetable }) => facetable).map(({ name }) => name);
  throw issuesFault(
    unknown.map(({ path, field }) => ({
      path,
      message: `the catalogue has no filter field called \`${field}\``,
      reason: { reason: 'unknown-field', values: { field } },
    })),
    {
      nextStep: `Nothing was changed. Filter fields of this catalogue: ${[...new Set(allowed)].join(', ')}.`,
    },
  );
};

const listFilters = (effect: Effect, path: string): LocatedFilter[] => {
  if (effect.kind === 'promotion')
    return effect.promotions.flatMap((promotion, index) => {
      if (promotion.action === 'pin' || !('filter' in promotion.targets)) return [];
      const place = `${path}.promotion.promotions[${index}].${promotion.action}.filter`;
      return [{ path: place, filter: promotion.targets.filter }];
    });
  if (effect.kind !== 'intentClarification') return [];
  return effect.tiles.map(({ action: { filter } }, index) => ({
    path: `${path}.intentClarification.tiles[${index}].filter`,
    filter,
  }));
};

/** What is checked against more than the declaration, as the portal does before it saves. */
export type AppliedChecks = {
  /** Fields of the live catalogue of a dataset, by tracker; null: nothing is live, so nothing is checked. */
  readonly fieldsOf: (tracker: string) => readonly KnownField[] | null;
  /** Names of campaigns whose redirect may have no condition. */
  readonly confirmed: readonly string[];
};

/** The same as data, which can be handed to a thread. */
export type AppliedData = {
  /** By tracker; a dataset without a live catalogue is left out. */
  readonly fields: Readonly<Record<string, readonly KnownField[]>>;
  readonly confirmed: readonly string[];
};

export const toAppliedChecks = ({ fields, confirmed }: AppliedData): AppliedChecks => ({
  fieldsOf: (tracker) => fields[tracker] ?? null,
  confirmed,
});

type Change = { readonly name: string; readonly change: string };
type Applied = { readonly boxes: readonly Change[]; readonly campaigns: readonly Change[] };

/**
 * Throws for filters on fields that the live catalogue does not have, and for published redirects without a condition
 * that were not confirmed. Runs inside the transaction, which then changes nothing. What did not change is not checked:
 * applying the same declaration again must work.
 */
export const checkApplied = (
  { settings, website }: { readonly settings: SettingsReader; readonly website: Website },
  { boxes, campaigns }: Applied,
  { fieldsOf, confirmed }: AppliedChecks,
): void => {
  const trackers = new Map(settings.datasets.list(website.id).map(({ id, tracker }) => [id, tracker]));
  const fieldsOfBox = ({ datasetId }: Box) => fieldsOf(trackers.get(datasetId) ?? '');
  const storedBoxes = settings.boxes.list(website.id);
  const storedCampaigns = settings.campaigns.list(website.id);
  for (const [index, { name }] of listChanged(boxes)) {
    const box = storedBoxes.find((each) => each.name === name);
    if (box?.kind === 'search') checkFilterFields(`$.boxes[${index}].exclude`, box.exclude, fieldsOfBox(box));
  }
  for (const [index, { name }] of listChanged(campaigns)) {
    const campaign = storedCampaigns.find((each) => each.name === name);
    if (campaign === undefined) continue;
    const fields = collectFieldsOf(campaign, storedBoxes, fieldsOfBox);
    checkCampaignFields(campaign, fields, `$.campaigns[${index}]`);
    if (campaign.state === 'published' && !confirmed.includes(name)) requireCondition(campaign);
  }
};

const listChanged = (changes: readonly Change[]): [number, Change][] =>
  [...changes.entries()].filter(([, { change }]) => change === 'created' || change === 'updated');

/** The fields of all catalogues that the campaign changes; null as soon as one of them is not live. */
const collectFieldsOf = (
  { boxId }: Campaign,
  boxes: readonly Box[],
  fieldsOfBox: (box: Box) => readonly KnownField[] | null,
): readonly KnownField[] | null => {
  const searched = boxes.filter((box) => box.kind === 'search' && (boxId === null || box.id === boxId));
  const fields = searched.map(fieldsOfBox);
  return fields.length === 0 || fields.includes(null) ? null : fields.flatMap((each) => each ?? []);
};

/** A redirect without a condition empties every list of the shop, so one click must not be enough. */
export const requireCondition = ({
  name,
  when,
  effect,
}: Pick<Campaign, 'name' | 'when' | 'effect'>): void => {
  if (effect.kind !== 'redirect' || !isUnconditional(when)) return;
  throw new Fault('conflict', `The redirect ${name} has no condition: it sends every shopper away.`, {
    nextStep: `Add a condition, or confirm it by its name: confirm=${name} (kindred apply: --confirm).`,
    reason: { reason: 'confirm-redirect' },
  });
};
