import type { SearchBox } from '../../src/domain/box.ts';
import type { Filter, Sort } from '../../src/domain/filter.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import type { PromotionEffects } from './expected-campaigns.ts';
import { agrees, listValues, getFamily, getIdentifier, passes, type Row } from './row-rules.ts';

/** One rung of the ladder for one catalogue, with what campaigns hide, pin and boost. */
export type RungContext = {
  readonly rows: readonly Row[];
  readonly source: Row;
  readonly box: SearchBox;
  readonly strategy: Strategy;
  readonly promotions: PromotionEffects;
  /** 0 to 1; null when the row is no candidate. */
  readonly score: (row: Row) => number | null;
};

export type Entry = {
  readonly row: Row;
  readonly score: number;
  /** Rows whose values count for the family. */
  readonly members: readonly Row[];
  readonly pin: PromotionEffects['pins'][number] | null;
  /** From 1, by rung and score alone. */
  readonly organicPosition: number | null;
  /** Which of the rungs found the family, from 0. */
  readonly rung: number;
  /** Of a pin: the rows that count without it. */
  readonly organicMembers?: readonly Row[];
};

const byIdentifier = (a: Row, b: Row) => (getIdentifier(a) < getIdentifier(b) ? -1 : 1);

export const canBeShown = (
  row: Row,
  source: Row | null,
  box: SearchBox,
  promotions: PromotionEffects,
): boolean =>
  row.product.available &&
  (source === null || getFamily(row) !== getFamily(source)) &&
  (box.exclude === null || !passes(row, box.exclude)) &&
  !promotions.hides(row);

/** The families of one rung that pass, by score. */
const createRungSet = (context: RungContext, filter: Filter | null, rung: number): Entry[] => {
  const { rows, source, box, strategy, promotions, score } = context;
  const eligible = rows.filter(
    (row) =>
      canBeShown(row, source, box, promotions) &&
      agrees(row, source, box.sameAsSource, strategy.searchMode) &&
      passes(row, filter),
  );
  const entries = [...Map.groupBy(eligible, getFamily).values()].flatMap((members) => {
    const scored = members
      .flatMap((row) => {
        const value = score(row);
        return value === null || value < (box.minimumScore ?? 0) ? [] : [{ row, score: value }];
      })
      .sort((a, b) => b.score - a.score || byIdentifier(a.row, b.row));
    return scored.slice(0, 1).map((best) => ({ ...best, members, pin: null, organicPosition: null, rung }));
  });
  return entries.sort((a, b) => b.score - a.score || byIdentifier(a.row, b.row));
};

/** What the first rung finds, then what each next one adds, without pins. */
export const createOrganicSet = (contexts: readonly RungContext[], filter: Filter | null): Entry[] => {
  const found = new Map<string, Entry>();
  contexts.forEach((context, rung) => {
    for (const entry of createRungSet(context, filter, rung))
      if (!found.has(getFamily(entry.row))) found.set(getFamily(entry.row), entry);
  });
  return [...found.values()]
    .slice(0, contexts[0]?.box.candidates ?? 0)
    .map((entry, index) => ({ ...entry, organicPosition: index + 1 }));
};

/** The organic set and the pins that pass. */
export const createWholeSet = (contexts: readonly RungContext[], filter: Filter | null): Entry[] => {
  const last = contexts.at(-1);
  if (last === undefined) return [];
  const { source, box, promotions } = last;
  const organic = createOrganicSet(contexts, filter);
  const pinned = new Map<string, Entry>();
  for (const pin of promotions.pins) {
    const row = pin.variants.find((one) => canBeShown(one, source, box, promotions) && passes(one, filter));
    if (row === undefined) continue;
    if (pinned.has(getFamily(row))) continue;
    const found = organic.find((entry) => getFamily(entry.row) === getFamily(row));
    const rung = found?.rung ?? contexts.length - 1;
    const { score } = contexts[rung] ?? last;
    const organicMembers = found?.members ?? [];
    const members = organicMembers.includes(row) ? organicMembers : [...organicMembers, row];
    const organicPosition = found?.organicPosition ?? null;
    pinned.set(getFamily(row), {
      row,
      score: score(row) ?? 0,
      members,
      pin,
      organicPosition,
      rung,
      organicMembers,
    });
  }
  return [...organic.filter((entry) => !pinned.has(getFamily(entry.row))), ...pinned.values()];
};

/** The families that carry a row which matches what was chosen, each by its pin or by the best such row. */
export const chooseFrom = (
  contexts: readonly RungContext[],
  set: readonly Entry[],
  chosen: Filter | null,
): Entry[] => {
  if (chosen === null) return [...set];
  const scored = set.flatMap((entry) => {
    const scoreOf = (row: Row): number => contexts[entry.rung]?.score(row) ?? 0;
    const members = entry.members.filter((row) => passes(row, chosen));
    const [best] = (entry.organicMembers ?? entry.members)
      .filter((row) => passes(row, chosen))
      .sort((a, b) => scoreOf(b) - scoreOf(a) || byIdentifier(a, b));
    const organic = best === undefined ? null : { row: best, score: scoreOf(best) };
    if (entry.pin !== null && passes(entry.row, chosen)) return [{ entry: { ...entry, members }, organic }];
    return organic === null ? [] : [{ entry: { ...entry, ...organic, members, pin: null }, organic }];
  });
  const ranked = scored
    .filter(({ organic }) => organic !== null)
    .sort(
      (a, b) =>
        a.entry.rung - b.entry.rung ||
        (b.organic?.score ?? 0) - (a.organic?.score ?? 0) ||
        byIdentifier(a.organic?.row ?? a.entry.row, b.organic?.row ?? b.entry.row),
    );
  return scored.map((each) => ({ ...each.entry, organicPosition: ranked.indexOf(each) + 1 || null }));
};

export const orderSet = (
  set: readonly Entry[],
  promotions: PromotionEffects,
  orderBy: readonly Sort[],
): Entry[] => {
  const factor = ({ row }: Entry) =>
    promotions.boosts.reduce((all, boost) => (boost.applies(row) ? all * boost.factor : all), 1);
  const weight = (entry: Entry) => Math.round(entry.score * 1e6) * factor(entry);
  const byScore = (a: Entry, b: Entry) =>
    a.rung - b.rung || weight(b) - weight(a) || byIdentifier(a.row, b.row);
  if (orderBy.length > 0) return [...set].sort((a, b) => byFields(a.row, b.row, orderBy) || byScore(a, b));
  const result = set.filter(({ pin }) => pin === null).sort(byScore);
  const pins = set
    .filter(({ pin }) => pin !== null)
    .sort((a, b) => (a.pin?.position ?? 0) - (b.pin?.position ?? 0));
  // In order of position: each pin moves the following entries back; one after the end is put at the end.
  for (const entry of pins) result.splice(Math.min((entry.pin?.position ?? 1) - 1, result.length), 0, entry);
  return result;
};

const byFields = (a: Row, b: Row, orderBy: readonly Sort[]): number => {
  for (const { field, order } of orderBy) {
    const pickSortValue = (row: Row) => {
      const values = listValues(row, field).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
      return order === 'asc' ? values[0] : values.at(-1);
    };
    const [x, y] = [pickSortValue(a), pickSortValue(b)];
    if (x === y) continue;
    if (x === undefined) return 1;
    if (y === undefined) return -1;
    return x < y === (order === 'asc') ? -1 : 1;
  }
  return 0;
};
