import type { FacetCount } from '../../domain/facet.ts';
import { type Filter, collectFields, type Scalar, withoutField } from '../../domain/filter.ts';
import { pathLevels } from '../../domain/product.ts';
import type { DraftProduct, ProductDraft, SearchQuery } from '../engine.ts';

/*
 * The answers of an engine, worked out from the definitions in engine.ts in the plainest way there is: no
 * index, no list, everything looked at every time. Written apart from any engine, so that it can disagree.
 */

type Entry = {
  row: DraftProduct;
  score: number;
  boost: number;
  boosts: number[];
  pinned: boolean;
  /** From 1, by score alone; null for a pin that is not among the best. */
  place: number | null;
  members: DraftProduct[];
};

export type OracleAnswer = {
  readonly count: number;
  readonly hits: readonly {
    identifier: string;
    score: number;
    boost: number;
    boosts: readonly number[];
    pinned: boolean;
    organicPosition: number | null;
  }[];
  readonly facets: readonly FacetCount[];
};

const valuesOf = (draft: ProductDraft, { product }: DraftProduct, field: string): Scalar[] => {
  const type = draft.fields.find((one) => one.name === field)?.type;
  const value = product.fields[field];
  if (type === undefined || value === undefined) return [];
  const list = Array.isArray(value) ? (value as string[]) : [value as Scalar];
  return type === 'path'
    ? [...new Set(list.flatMap((path) => pathLevels(String(path))))]
    : [...new Set(list)];
};

const holds = (draft: ProductDraft, row: DraftProduct, filter: Filter | null): boolean => {
  if (filter === null) return true;
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => holds(draft, row, part));
    case 'or':
      return filter.parts.some((part) => holds(draft, row, part));
    case 'not':
      return !holds(draft, row, filter.part);
    case 'in':
      return valuesOf(draft, row, filter.field).some((value) => filter.values.includes(value));
    case 'compare': {
      const values = valuesOf(draft, row, filter.field);
      const { comparison, value: limit } = filter;
      if (comparison === 'ne') return !values.includes(limit);
      if (comparison === 'eq') return values.includes(limit);
      const tests = {
        gt: (value: Scalar) => value > limit,
        ge: (value: Scalar) => value >= limit,
        lt: (value: Scalar) => value < limit,
        le: (value: Scalar) => value <= limit,
      };
      return values.some(tests[comparison]);
    }
  }
};

const agrees = (
  draft: ProductDraft,
  source: DraftProduct,
  row: DraftProduct,
  same: SearchQuery['same'],
): boolean => {
  const verdicts = same.fields.flatMap((field) => {
    const all = valuesOf(draft, source, field);
    const isPath = draft.fields.find((one) => one.name === field)?.type === 'path';
    const demanded = isPath
      ? all.filter((a) => !all.some((b) => String(b).startsWith(`${String(a)}/`)))
      : all;
    if (demanded.length === 0) return [];
    const values = valuesOf(draft, row, field);
    return [demanded.some((value) => values.includes(value))];
  });
  if (verdicts.length === 0) return true;
  return same.mode === 'All' ? verdicts.every(Boolean) : verdicts.some(Boolean);
};

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

const millionths = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6;

const familyName = ({ product }: DraftProduct): string =>
  product.groupId === null ? `alone ${product.identifier}` : `group ${product.groupId}`;

const byIdentifier = (a: DraftProduct, b: DraftProduct) =>
  a.product.identifier < b.product.identifier ? -1 : a.product.identifier > b.product.identifier ? 1 : 0;

/** For questions with a looks seed. */
export const searchByBruteForce = (
  draft: ProductDraft,
  rows: readonly DraftProduct[],
  question: SearchQuery,
): OracleAnswer => {
  const { seed, arrangement } = question;
  if (seed.kind !== 'looks') throw new Error('the oracle knows looks alone');
  const source = rows.find((row) => row.product.identifier === seed.source.identifier);
  if (!source) throw new Error('the oracle needs a source');

  const scoreOf = (row: DraftProduct): number | null => {
    if (!row.picture || !source.picture) return null;
    const { looks, colour } = seed.weights;
    const sum =
      looks * dot(row.picture.looks, source.picture.looks) +
      colour * dot(row.picture.colour, source.picture.colour);
    return millionths(sum / (looks + colour));
  };
  const hidden = (row: DraftProduct) =>
    arrangement.hiddenIdentifiers.includes(row.product.identifier) ||
    arrangement.hidden.some((filter) => holds(draft, row, filter));
  const shown = (row: DraftProduct) =>
    row.product.available &&
    familyName(row) !== familyName(source) &&
    !(question.exclude && holds(draft, row, question.exclude)) &&
    !hidden(row);

  /** Members come by identifier, so the first of equal scores stays. */
  const bestOf = (members: readonly DraftProduct[]): DraftProduct | null => {
    let best: DraftProduct | null = null;
    for (const row of members) {
      const score = scoreOf(row);
      if (score === null || score < question.minimumScore) continue;
      if (best === null || score > (scoreOf(best) ?? 0)) best = row;
    }
    return best;
  };

  const plain = { boost: 1, boosts: [], pinned: false, place: null };
  const setUnder = (filter: Filter | null): Entry[] => {
    const entries: Entry[] = [];
    for (const family of new Set(rows.map(familyName))) {
      const members = rows.filter((row) => familyName(row) === family).sort(byIdentifier);
      const passing = members.filter(
        (row) => shown(row) && agrees(draft, source, row, question.same) && holds(draft, row, filter),
      );
      const best = bestOf(passing);
      if (best) entries.push({ ...plain, row: best, score: scoreOf(best) ?? 0, members: passing });
    }
    entries.sort((a, b) => b.score - a.score || byIdentifier(a.row, b.row));
    const organic = entries
      .slice(0, question.candidates)
      .map((entry, index) => ({ ...entry, place: index + 1 }));
    const pins: Entry[] = [];
    for (const pin of [...arrangement.pins].sort((a, b) => a.position - b.position)) {
      const row = rows.find((one) => one.product.identifier === pin.identifier);
      if (!row || !shown(row) || !holds(draft, row, filter)) continue;
      if (pins.some((other) => familyName(other.row) === familyName(row))) continue;
      const passing = rows.filter(
        (one) =>
          familyName(one) === familyName(row) &&
          (one === row ||
            (shown(one) && agrees(draft, source, one, question.same) && holds(draft, one, filter))),
      );
      const place = organic.find((entry) => familyName(entry.row) === familyName(row))?.place ?? null;
      pins.push({ ...plain, row, score: scoreOf(row) ?? 0, pinned: true, place, members: passing });
    }
    const pinned = new Set(pins.map((pin) => familyName(pin.row)));
    return [...organic.filter((entry) => !pinned.has(familyName(entry.row))), ...pins];
  };

  const set = setUnder(question.filter);
  for (const entry of set) {
    arrangement.boosts.forEach(({ identifiers, filter, factor }, index) => {
      const fits = filter !== null && holds(draft, entry.row, filter);
      if (!identifiers.includes(entry.row.product.identifier) && !fits) return;
      entry.boost *= factor;
      entry.boosts = [...entry.boosts, index];
    });
  }
  const ordered = arrange(draft, question, set);
  const { skip, take } = question.page;
  return {
    count: set.length,
    hits: ordered.slice(skip, skip + take).map((entry) => ({
      identifier: entry.row.product.identifier,
      score: entry.score,
      boost: entry.boost,
      boosts: entry.boosts,
      pinned: entry.pinned,
      organicPosition: entry.place,
    })),
    facets: question.facets.flatMap((field) => facet(draft, field, question.filter, setUnder) ?? []),
  };
};

const arrange = (draft: ProductDraft, question: SearchQuery, set: Entry[]): Entry[] => {
  const byScore = (a: Entry, b: Entry) =>
    Math.round(b.score * 1e6) * b.boost - Math.round(a.score * 1e6) * a.boost || byIdentifier(a.row, b.row);
  if (question.orderBy.length > 0) {
    return [...set].sort((a, b) => {
      for (const { field, order } of question.orderBy) {
        const pick = (entry: Entry): Scalar | undefined => {
          const values = valuesOf(draft, entry.row, field).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
          return order === 'asc' ? values[0] : values.at(-1);
        };
        const x = pick(a);
        const y = pick(b);
        if (x === undefined && y === undefined) continue;
        if (x === undefined) return 1;
        if (y === undefined) return -1;
        if (x !== y) return x < y === (order === 'asc') ? -1 : 1;
      }
      return byScore(a, b);
    });
  }
  const organic = set.filter((entry) => !entry.pinned).sort(byScore);
  const placeOf = (entry: Entry) =>
    Math.min(
      ...question.arrangement.pins
        .filter((pin) => pin.identifier === entry.row.product.identifier)
        .map((pin) => pin.position),
    );
  const slots: (Entry | null)[] = Array.from({ length: set.length }, () => null);
  for (const pin of set.filter((entry) => entry.pinned)) {
    let slot = Math.max(0, placeOf(pin) - 1);
    while (slot < slots.length && slots[slot] !== null) slot += 1;
    // Behind the end: the last free place, pushing nobody but organic ones forward.
    if (slot >= slots.length) slots.push(pin);
    else slots[slot] = pin;
  }
  const rest = [...organic];
  const filled = slots.map((entry) => entry ?? rest.shift() ?? null);
  return [...filled, ...rest].filter((entry) => entry !== null);
};

const facet = (
  draft: ProductDraft,
  field: string,
  filter: Filter | null,
  setUnder: (filter: Filter | null) => Entry[],
): FacetCount | null => {
  const type = draft.fields.find((one) => one.name === field)?.type;
  if (type === undefined) return null;
  const carried = (entry: Entry) => [...new Set(entry.members.flatMap((row) => valuesOf(draft, row, field)))];
  const count = setUnder(filter).filter((entry) => carried(entry).length > 0).length;
  if (type === 'number') {
    const all = setUnder(null).flatMap(carried).map(Number);
    const left = setUnder(filter).flatMap(carried).map(Number);
    if (all.length === 0) return null;
    return {
      kind: 'range',
      field,
      count,
      min: Math.min(...all),
      max: Math.max(...all),
      filteredMin: left.length > 0 ? Math.min(...left) : null,
      filteredMax: left.length > 0 ? Math.max(...left) : null,
    };
  }
  const counts = new Map<string, number>();
  for (const entry of setUnder(withoutField(filter, field))) {
    for (const value of carried(entry)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  const unfiltered = setUnder(null).flatMap(carried).map(String);
  for (const value of [...unfiltered, ...chosenIn(filter, field)]) {
    if (!counts.has(value)) counts.set(value, 0);
  }
  if (counts.size === 0) return null;
  const values = [...counts].map(([name, number]) => ({ name, count: number }));
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { kind: 'value', field, count, values };
};

/** Values named by conjuncts about this field alone. */
const chosenIn = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  if (filter.kind === 'and') return filter.parts.flatMap((part) => chosenIn(part, field));
  if (collectFields(filter).size !== 1 || !collectFields(filter).has(field)) return [];
  const named = (part: Filter): Scalar[] => {
    if (part.kind === 'compare') return part.comparison === 'eq' ? [part.value] : [];
    if (part.kind === 'in') return [...part.values];
    return part.kind === 'not' ? [] : part.parts.flatMap(named);
  };
  return named(filter).map(String);
};
