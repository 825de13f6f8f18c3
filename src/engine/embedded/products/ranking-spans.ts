import { unitsFromKey } from '../ranking/candidate-key.ts';

/** Places in a ranking of keys, best first. */
export type Span = { readonly from: number; readonly to: number };

/** Places whose scores are `low` to `high`. */
export const findSpan = (ranking: Float64Array, low: number, high: number): Span => {
  let from = 0;
  while (from < ranking.length && unitsFromKey(ranking[from] ?? 0) > high) from += 1;
  let to = from;
  while (to < ranking.length && unitsFromKey(ranking[to] ?? 0) >= low) to += 1;
  return { from, to };
};

/** Places of what may be in places `from` to `to`, or on the wrong side of an end. */
export const findUncertain = (
  ranking: Float64Array,
  from: number,
  to: number,
  above: number,
  below: number,
): Span => {
  const unitsAt = (place: number, other: number): number =>
    place >= 0 && place < ranking.length ? unitsFromKey(ranking[place] ?? 0) : other;
  const low = to > ranking.length ? -Infinity : unitsAt(to - 1, Infinity) - below;
  const high = from === 0 ? Infinity : unitsAt(from, -Infinity) + above;
  return findSpan(ranking, low, high);
};

/** In order, those that touch as one. */
export const joinSpans = (spans: readonly Span[]): Span[] => {
  const joined: Span[] = [];
  for (const span of spans.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || span.from > last.to) joined.push(span);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return joined;
};
