import type { HitParts } from '../../engine/engine.ts';
import type { Move } from '../campaigns/promote.ts';
import type { SharedField } from './shared-fields.ts';

type HitFacts = {
  readonly parts: HitParts | null;
  readonly shared: readonly SharedField[];
  readonly moves: readonly Move[];
  /** From 1, in the whole answer. */
  readonly position: number;
  readonly setSize: number;
  /** Which of several pictures it looks most like; left out or null: there is one. */
  readonly nearest?: string | null;
  /** The box wants other colours: the less alike, the better. */
  readonly wantsOtherColours: boolean;
  /** Its position before results were varied; left out or null: it was not moved for that. */
  readonly variedFrom?: number | null;
  /** The caller asked for a sort order. */
  readonly isSorted: boolean;
};

const limits = { sharedFields: 4 } as const;

/** "Looks 91 % alike, colours 80 %; same colour and category; moved from 7 to 1 by campaign 'Summer'." */
export const describeHit = (facts: HitFacts): string => {
  const { shared } = facts;
  const nearest = facts.nearest ? `most like ${facts.nearest}` : '';
  const clauses = [
    describeLikeness(facts),
    nearest,
    describeSharedFields(shared),
    describePosition(facts),
  ].filter((clause) => clause !== '');
  return `${clauses.join('; ')}.`;
};

const describeLikeness = ({ parts, wantsOtherColours }: HitFacts): string => {
  const { looks = null, colour = null, title = null, text = null } = parts ?? {};
  if (text !== null) return `Its words match by ${formatPercent(text)}`;
  if (looks === null) return 'There is no picture to compare';
  const others = [
    ...(colour === null
      ? []
      : [`, colours ${formatPercent(colour)}${wantsOtherColours ? ' (other colours are wanted)' : ''}`]),
    ...(title === null ? [] : [`, titles ${formatPercent(title)}`]),
  ];
  return `Looks ${formatPercent(looks)} alike${others.join('')}`;
};

/** A category that is equal only on its outer levels is named separately: sharing "Women" is not "same category". */
const describeSharedFields = (shared: readonly SharedField[]): string => {
  const whole = shared.filter((field) => field.whole).map(({ displayName }) => lowerFirstLetter(displayName));
  const partly = shared.filter((field) => !field.whole);
  const same = whole.slice(0, limits.sharedFields);
  const more = whole.length - same.length;
  const list = more > 0 ? [...same, `${more} more`] : same;
  return [
    ...(list.length === 0 ? [] : [`same ${joinWithAnd(list)}`]),
    ...partly.map(
      ({ displayName, values }) => `${lowerFirstLetter(displayName)} alike up to ${values.at(-1) ?? ''}`,
    ),
  ].join(', ');
};

const describePosition = (facts: HitFacts): string => {
  const { parts, moves, position, setSize, isSorted, variedFrom } = facts;
  if (variedFrom) return `moved from ${variedFrom} to ${position} for variety`;
  const from = parts?.organicPosition ?? null;
  const by = joinWithAnd(moves.map(describeMove));
  if (isSorted) return `${describeScorePlace(from, setSize)}, at ${position} by the sort that was asked for`;
  if (from === null) return `put at ${position} by ${by}, not found by likeness`;
  if (moves.length === 0) {
    const others = from === position ? '' : `, at ${position} because campaigns moved others`;
    return `${describeScorePlace(from, setSize)}${others}`;
  }
  return from === position
    ? `at ${position} with and without ${by}`
    : `moved from ${from} to ${position} by ${by}`;
};

const describeScorePlace = (place: number | null, setSize: number): string =>
  place === null ? 'not found by likeness' : `place ${place} of ${setSize} by score`;

const describeMove = ({ campaignName, action, factor }: Move): string => {
  const campaign = `campaign '${campaignName}'`;
  if (action === 'tile') return `the chosen tile of ${campaign}`;
  return factor === null ? campaign : `${campaign} (${action} × ${factor})`;
};

const formatPercent = (share: number): string => `${Math.round(100 * Math.min(1, Math.max(0, share)))} %`;

const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** "Colour" inside a sentence is "colour"; "EAN" stays. */
const lowerFirstLetter = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
