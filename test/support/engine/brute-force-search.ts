import type { FacetCount } from '../../../src/domain/facet.ts';
import { type Filter, collectFields, type Scalar, withoutField } from '../../../src/domain/filter.ts';
import { pathLevels } from '../../../src/domain/product.ts';
import type { DraftProduct, ProductDraft, SearchQuery } from '../../../src/engine/engine.ts';

/*
 * The answers of an engine, computed from the definitions in engine.ts by brute force: no index, no list, every row
 * compared every time. It shares no code with any engine, so that it can disagree.
 */

type Entry = {
  row: DraftProduct;
  score: number;
  boost: number;
  boosts: number[];
  pinned: boolean;
  /** From 1, by score alone; null for a pin that is not among the best. */
  organicPosition: number | null;
  /** The rung that found its family, from 0; the query itself comes last. */
  rung: number;
  members: DraftProduct[];
  /** Of a pin: the members that its family carries without it. */
  organicMembers?: DraftProduct[];
  /** Of a pin that matches what was chosen: the member that would represent the family without it. */
  organicRow?: DraftProduct | null;
  organicScore?: number | null;
};

export type OracleAnswer = {
  readonly count: number;
  readonly organic: number;
  readonly hits: readonly {
    identifier: string;
    score: number;
    boost: number;
    boosts: readonly number[];
    pinned: boolean;
    organicPosition: number | null;
    rung: number;
  }[];
  readonly facets: readonly FacetCount[];
};

const listValues = (draft: ProductDraft, { product }: DraftProduct, field: string): Scalar[] => {
  if (field === 'identifier') return [product.identifier];
  const type = draft.fields.find((one) => one.name === field)?.type;
  const value = product.fields[field];
  if (type === undefined || value === undefined) return [];
  const list = Array.isArray(value) ? (value as string[]) : [value as Scalar];
  return type === 'path'
    ? [...new Set(list.flatMap((path) => pathLevels(String(path))))]
    : [...new Set(list)];
};

const matches = (draft: ProductDraft, row: DraftProduct, filter: Filter | null): boolean => {
  if (filter === null) return true;
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(draft, row, part));
    case 'or':
      return filter.parts.some((part) => matches(draft, row, part));
    case 'not':
      return !matches(draft, row, filter.part);
    case 'in':
      return listValues(draft, row, filter.field).some((value) => filter.values.includes(value));
    case 'compare': {
      const values = listValues(draft, row, filter.field);
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

const agreesWithSource = (
  draft: ProductDraft,
  source: DraftProduct,
  row: DraftProduct,
  same: SearchQuery['same'],
): boolean => {
  const verdicts = same.fields.flatMap((field) => {
    const all = listValues(draft, source, field);
    const isPath = draft.fields.find((one) => one.name === field)?.type === 'path';
    const countSlashes = (value: Scalar) => [...String(value)].filter((letter) => letter === '/').length;
    const required = isPath ? all.filter((a) => !all.some((b) => countSlashes(b) > countSlashes(a))) : all;
    if (required.length === 0) return [];
    const values = listValues(draft, row, field);
    return [required.some((value) => values.includes(value))];
  });
  if (verdicts.length === 0) return true;
  return same.mode === 'All' ? verdicts.every(Boolean) : verdicts.some(Boolean);
};

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

const roundScore = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6;

const familyKey = ({ product }: DraftProduct): string =>
  product.groupId === null ? `alone ${product.identifier}` : `group ${product.groupId}`;

const byIdentifier = (a: DraftProduct, b: DraftProduct) =>
  a.product.identifier < b.product.identifier ? -1 : a.product.identifier > b.product.identifier ? 1 : 0;

/** For queries with looks seeds; rungs ahead differ in `same` only. */
export const searchByBruteForce = (
  draft: ProductDraft,
  rows: readonly DraftProduct[],
  query: SearchQuery,
): OracleAnswer => {
  const { seed, arrangement } = query;
  if (seed.kind !== 'looks') throw new Error('the brute-force search supports looks only');
  const source = rows.find((row) => row.product.identifier === seed.source.identifier);
  if (!source) throw new Error('the brute-force search needs a source');

  const computeScore = (row: DraftProduct): number | null => {
    if (!row.picture || !source.picture) return null;
    const { looks, colour } = seed.weights;
    const sum =
      looks * dot(row.picture.looks, source.picture.looks) +
      colour * dot(row.picture.colour, source.picture.colour);
    return roundScore(sum / (looks + colour));
  };
  const isHidden = (row: DraftProduct) =>
    arrangement.hiddenIdentifiers.includes(row.product.identifier) ||
    arrangement.hidden.some((filter) => matches(draft, row, filter));
  const isVisible = (row: DraftProduct) =>
    row.product.available &&
    familyKey(row) !== familyKey(source) &&
    !(query.exclude && matches(draft, row, query.exclude)) &&
    !isHidden(row);

  /** Members are sorted by identifier, so the first of equal scores is kept. */
  const findBest = (members: readonly DraftProduct[]): DraftProduct | null => {
    let best: DraftProduct | null = null;
    for (const row of members) {
      const score = computeScore(row);
      if (score === null || score < query.minimumScore) continue;
      if (best === null || score > (computeScore(best) ?? 0)) best = row;
    }
    return best;
  };

  const defaults = { boost: 1, boosts: [], pinned: false, organicPosition: null, rung: 0 };
  const rankRung = (same: SearchQuery['same'], filter: Filter | null): Entry[] => {
    const entries: Entry[] = [];
    for (const family of new Set(rows.map(familyKey))) {
      const members = rows.filter((row) => familyKey(row) === family).sort(byIdentifier);
      const passing = members.filter(
        (row) => isVisible(row) && agreesWithSource(draft, source, row, same) && matches(draft, row, filter),
      );
      const best = findBest(passing);
      if (best) entries.push({ ...defaults, row: best, score: computeScore(best) ?? 0, members: passing });
    }
    return entries.sort((a, b) => b.score - a.score || byIdentifier(a.row, b.row));
  };
  /** The rungs one after the other; a family stays where it is first. */
  const rankAll = (filter: Filter | null): Entry[] => {
    const all = [...(query.ahead ?? []), query].flatMap(({ same }, rung) =>
      rankRung(same, filter).map((entry) => ({ ...entry, rung })),
    );
    return all.filter(
      ({ row }, at) => all.findIndex((other) => familyKey(other.row) === familyKey(row)) === at,
    );
  };
  /** `found`: its family among the best. It carries the members that count without the pin, and the pin. */
  const pinEntry = (row: DraftProduct, found: Entry | undefined): Entry => {
    const organicMembers = found?.members ?? [];
    return {
      ...defaults,
      rung: found?.rung ?? (query.ahead ?? []).length,
      row,
      score: computeScore(row) ?? 0,
      pinned: true,
      organicPosition: found?.organicPosition ?? null,
      members: organicMembers.includes(row) ? organicMembers : [...organicMembers, row],
      organicMembers,
    };
  };
  const createWhole = (): Entry[] => {
    const organic = rankAll(query.filter)
      .slice(0, query.candidates)
      .map((entry, index) => ({ ...entry, organicPosition: index + 1 }));
    const pins: Entry[] = [];
    for (const pin of arrangement.pins) {
      const row = rows.find((one) => one.product.identifier === pin.identifier);
      if (!row || !isVisible(row) || !matches(draft, row, query.filter)) continue;
      if (pins.some((other) => familyKey(other.row) === familyKey(row))) continue;
      pins.push(
        pinEntry(
          row,
          organic.find((entry) => familyKey(entry.row) === familyKey(row)),
        ),
      );
    }
    const pinned = new Set(pins.map((pin) => familyKey(pin.row)));
    return [...organic.filter((entry) => !pinned.has(familyKey(entry.row))), ...pins];
  };
  const whole = createWhole();

  /** The families of the set that carry a member which matches what was chosen. */
  const createSet = (chosen: Filter | null): Entry[] => {
    if (chosen === null) return whole.map((entry) => ({ ...entry }));
    const left = whole.flatMap((entry): Entry[] => {
      const isMatch = (row: DraftProduct) => matches(draft, row, chosen);
      const members = entry.members.filter(isMatch);
      const candidates = (entry.organicMembers ?? entry.members).filter(isMatch).sort(byIdentifier);
      const best = candidates.reduce<DraftProduct | null>(
        (winner, row) =>
          winner === null || (computeScore(row) ?? 0) > (computeScore(winner) ?? 0) ? row : winner,
        null,
      );
      if (entry.pinned && isMatch(entry.row))
        return [{ ...entry, members, organicScore: best && (computeScore(best) ?? 0), organicRow: best }];
      if (best === null) return [];
      return [{ ...entry, row: best, score: computeScore(best) ?? 0, pinned: false, members }];
    });
    return withPositions(left);
  };
  /** By rung and score alone; a pin counts by the best other member of its family that matches, where it has one. */
  const withPositions = (entries: readonly Entry[]): Entry[] => {
    const byScore = entries
      .flatMap((entry) => {
        const row = entry.pinned ? entry.organicRow : entry.row;
        const score = entry.pinned ? entry.organicScore : entry.score;
        return row && score !== null && score !== undefined ? [{ entry, row, score }] : [];
      })
      .sort((a, b) => a.entry.rung - b.entry.rung || b.score - a.score || byIdentifier(a.row, b.row))
      .map(({ entry }) => entry);
    return entries.map((entry) => ({ ...entry, organicPosition: byScore.indexOf(entry) + 1 || null }));
  };

  const set = createSet(query.facetFilter ?? null);
  for (const entry of set) {
    arrangement.boosts.forEach(({ identifiers, filter, factor }, index) => {
      const matchesFilter = filter !== null && matches(draft, entry.row, filter);
      if (!identifiers.includes(entry.row.product.identifier) && !matchesFilter) return;
      entry.boost *= factor;
      entry.boosts = [...entry.boosts, index];
    });
  }
  const ordered = orderEntries(draft, query, set);
  const { skip, take } = query.page;
  return {
    count: set.length,
    organic: rankAll(query.filter).slice(0, query.candidates).length,
    hits: ordered.slice(skip, skip + take).map((entry) => ({
      identifier: entry.row.product.identifier,
      score: entry.score,
      boost: entry.boost,
      boosts: entry.boosts,
      pinned: entry.pinned,
      organicPosition: entry.organicPosition,
      rung: entry.rung,
    })),
    facets: query.facets.flatMap(
      (field) => countFacet(draft, field, query.facetFilter ?? null, createSet) ?? [],
    ),
  };
};

const orderEntries = (draft: ProductDraft, query: SearchQuery, set: Entry[]): Entry[] => {
  const byScore = (a: Entry, b: Entry) =>
    a.rung - b.rung ||
    Math.round(b.score * 1e6) * b.boost - Math.round(a.score * 1e6) * a.boost ||
    byIdentifier(a.row, b.row);
  if (query.orderBy.length > 0) {
    return [...set].sort((a, b) => {
      for (const { field, order } of query.orderBy) {
        const pick = (entry: Entry): Scalar | undefined => {
          const values = listValues(draft, entry.row, field).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
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
  const findPosition = (entry: Entry) =>
    Math.min(
      ...query.arrangement.pins
        .filter((pin) => pin.identifier === entry.row.product.identifier)
        .map((pin) => pin.position),
    );
  const slots: (Entry | null)[] = Array.from({ length: set.length }, () => null);
  const pins = set.filter((entry) => entry.pinned).sort((a, b) => findPosition(a) - findPosition(b));
  for (const pin of pins) {
    let slot = Math.max(0, findPosition(pin) - 1);
    while (slot < slots.length && slots[slot] !== null) slot += 1;
    // After the end: the last free position.
    if (slot >= slots.length) slots.push(pin);
    else slots[slot] = pin;
  }
  const remaining = [...organic];
  const filled = slots.map((entry) => entry ?? remaining.shift() ?? null);
  return [...filled, ...remaining].filter((entry) => entry !== null);
};

const countFacet = (
  draft: ProductDraft,
  field: string,
  filter: Filter | null,
  createSet: (filter: Filter | null) => Entry[],
): FacetCount | null => {
  const type = draft.fields.find((one) => one.name === field)?.type;
  if (type === undefined) return null;
  const familyValues = (entry: Entry) => [
    ...new Set(entry.members.flatMap((row) => listValues(draft, row, field))),
  ];
  const count = createSet(filter).filter((entry) => familyValues(entry).length > 0).length;
  if (type === 'number') {
    const all = createSet(null).flatMap(familyValues).map(Number);
    const left = createSet(filter).flatMap(familyValues).map(Number);
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
  for (const entry of createSet(withoutField(filter, field))) {
    for (const value of familyValues(entry)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  const unfiltered = createSet(null).flatMap(familyValues).map(String);
  for (const value of [...unfiltered, ...listChosenValues(filter, field)]) {
    if (!counts.has(value)) counts.set(value, 0);
  }
  if (counts.size === 0) return null;
  const values = [...counts].map(([name, number]) => ({ name, count: number }));
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { kind: 'value', field, count, values };
};

/** Values named by conjuncts about this field alone. */
const listChosenValues = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  if (filter.kind === 'and') return filter.parts.flatMap((part) => listChosenValues(part, field));
  if (collectFields(filter).size !== 1 || !collectFields(filter).has(field)) return [];
  const listNames = (part: Filter): Scalar[] => {
    if (part.kind === 'compare') return part.comparison === 'eq' ? [part.value] : [];
    if (part.kind === 'in') return [...part.values];
    return part.kind === 'not' ? [] : part.parts.flatMap(listNames);
  };
  return listNames(filter).map(String);
};
