import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Website } from '../../domain/website.ts';
import type { SettingsReader } from '../../store/store.ts';
import { checkCampaignFields } from './campaign-fields.ts';
import { checkExcludedFields, type KnownField } from './excluded-fields.ts';
import { requireConfirmation } from './require-confirmation.ts';

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
    if (box?.kind === 'search') checkExcludedFields(box.exclude, fieldsOfBox(box), `$.boxes[${index}]`);
  }
  for (const [index, { name }] of listChanged(campaigns)) {
    const campaign = storedCampaigns.find((each) => each.name === name);
    if (campaign === undefined) continue;
    const fields = collectFieldsOf(campaign, storedBoxes, fieldsOfBox);
    checkCampaignFields(campaign, fields, `$.campaigns[${index}]`);
    const confirmedName = confirmed.find((each) => each === name);
    if (campaign.state === 'published') requireConfirmation(campaign, confirmedName);
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
