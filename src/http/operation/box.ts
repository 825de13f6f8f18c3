import type { Box } from '../../domain/box.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';

export type BoxWithDataset<K extends Box['kind']> = {
  readonly box: Extract<Box, { kind: K }>;
  readonly dataset: Dataset;
};

/**
 * The box with this tracker. A malformed or unknown tracker, a box of another website or of another kind, and a
 * box that the subscription may not call are refused with the same text, so that nobody can probe for trackers.
 */
export const findBox = <K extends Box['kind']>(
  directory: Directory,
  subscription: Subscription,
  btr: string,
  kinds: readonly K[],
  noun: string,
): BoxWithDataset<K> => {
  // Nearly all calls have the usual spelling.
  const box = directory.box(subscription.websiteId, btr) ?? findBySpelling(directory, subscription, btr);
  const dataset = box && directory.dataset(box.websiteId, box.datasetId);
  if (box === null || dataset === null || !isOfKind(box, kinds) || !mayCall(subscription, box))
    throw new Fault('bad-input', `btr: not the tracker of a ${noun} of yours.`, {
      nextStep: `Allowed: the GUID of a ${noun}, as shown under Integration on its page.`,
    });
  return { box, dataset };
};

const findBySpelling = (directory: Directory, { websiteId }: Subscription, btr: string): Box | null => {
  const tracker = canonicalGuid(btr);
  return tracker === null ? null : directory.box(websiteId, tracker);
};

const isOfKind = <K extends Box['kind']>(box: Box, kinds: readonly K[]): box is Extract<Box, { kind: K }> =>
  (kinds as readonly string[]).includes(box.kind);

const mayCall = ({ boxIds }: Subscription, box: Box): boolean =>
  boxIds.length === 0 || boxIds.includes(box.id);

/** All hyphens, or none. */
const spelling = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/;

/** Lower case with hyphens, from any usual spelling: braces or parentheses around, no hyphens, upper case. */
export const canonicalGuid = (text: string): string | null => {
  const [, first, , ...others] = spelling.exec(stripWrapping(text.trim().toLowerCase())) ?? [];
  return first === undefined ? null : [first, ...others].join('-');
};

const stripWrapping = (text: string): string => {
  const isWrapped =
    (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('(') && text.endsWith(')'));
  return isWrapped ? text.slice(1, -1) : text.replace(/^urn:uuid:/, '');
};
