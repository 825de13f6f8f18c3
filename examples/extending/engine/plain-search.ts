import type { Filter } from '../../../src/domain/filter.ts';
import type { FacetCount } from '../../../src/domain/facet.ts';
import type { Hit, HitParts, QueryRung, SearchQuery, SearchResult } from '../../../src/engine/engine.ts';
import { countFacet, type FacetField } from '../../../src/engine/semantics/search/facets.ts';
import {
  type Entry,
  orderEntries,
  type Pin,
  selectPins,
} from '../../../src/engine/semantics/search/order.ts';
import { matchesFilter } from '../../../src/engine/semantics/search/match-filter.ts';
import { agreesOverall, selectRequired } from '../../../src/engine/semantics/search/field-values.ts';
import { combine, scoreUnits, toUnits } from '../../../src/engine/semantics/search/score.ts';
import type { PlainRows } from './plain-rows.ts';
import type { createPlainTextSearch } from './plain-text.ts';

/** Mistakes that can be built in, to show that the contract suite finds them. */
export type SearchDefects = {
  /** Facets are counted over the page instead of the whole set. */
  readonly facetsOfPage?: boolean;
  /** Each variant counts as a product of its own. */
  readonly variantsAlone?: boolean;
  /** Subtracted from every score. */
  readonly scoreOffset?: number;
};

type Scores = {
  units(row: number): number | null;
  parts(row: number): Pick<HitParts, 'looks' | 'colour' | 'title' | 'text'>;
  trace(organic: readonly number[]): SearchResult['text'];
};

/** A rung ahead of the query, or the query itself. */
type Rung = { readonly index: number; readonly same: SearchQuery['same']; readonly scores: Scores };

type FamilySet = {
  readonly ranked: readonly number[];
  readonly organic: readonly number[];
  readonly pins: readonly Pin[];
  /** The rung that found the family of a row; the query itself for other rows. */
  rungOf(row: number): Rung;
  /** Members of each family whose values count. */
  readonly members: readonly (readonly number[])[];
};

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);

const noLooks = { looks: null, colour: null, title: null };

const scoreLooks = (
  { rows }: PlainRows,
  seed: Extract<SearchQuery['seed'], { kind: 'looks' }>,
  source: number,
): Scores => {
  const compare = (row: number) => {
    const [a, b] = [rows[row]?.picture, seed.source.vectors ?? rows[source]?.picture];
    // A picture of another model has other dimensions.
    if (!a || !b || a.looks.length !== b.looks.length) return null;
    const title = a.title && b.title ? dot(a.title, b.title) : null;
    return { looks: dot(a.looks, b.looks), colour: dot(a.colour, b.colour), title };
  };
  return {
    units: (row) => {
      const cosines = compare(row);
      return cosines && combine(seed.weights, cosines.looks, cosines.colour, cosines.title ?? 0);
    },
    parts: (row) => ({ ...noLooks, ...compare(row), text: null }),
    trace: () => null,
  };
};

const scoreText = (
  { family }: PlainRows,
  seed: Extract<SearchQuery['seed'], { kind: 'text' }>,
  source: number,
  search: ReturnType<typeof createPlainTextSearch>,
): Scores => {
  const matches = search(seed.query, (row) => source >= 0 && family(row) === family(source));
  return {
    units: (row) => matches.units.get(row) ?? null,
    parts: (row) => ({ ...noLooks, text: (matches.units.get(row) ?? 0) / scoreUnits }),
    trace: (organic) => ({ ...matches.trace, fuzzied: organic.some((row) => matches.fuzzied.has(row)) }),
  };
};

/** Answers one query by looking at every row, several times. */
export const searchPlainly = async (
  plain: PlainRows,
  query: SearchQuery,
  searchText: ReturnType<typeof createPlainTextSearch>,
  defects: SearchDefects,
): Promise<SearchResult> => {
  const { arrangement, ahead = [] } = query;
  const source = query.seed.source ? plain.find(query.seed.source.identifier) : -1;
  /** A picture that is not in the catalogue. */
  const outside = query.seed.source?.vectors ? query.seed.source : null;
  const family = (row: number) => (defects.variantsAlone ? `${row}` : plain.family(row));
  const createRung = ({ seed, same }: QueryRung, index: number): Rung => ({
    index,
    same,
    scores:
      seed.kind === 'looks' ? scoreLooks(plain, seed, source) : scoreText(plain, seed, source, searchText),
  });
  const own = createRung(query, ahead.length);
  const rungs = [...ahead.map(createRung), own];
  const isOwn = (row: number) => source >= 0 && plain.family(row) === plain.family(source);
  const matches = (filter: Filter | null, row: number) => matchesFilter(filter, plain.read(row));
  const allRows = [...plain.rows.keys()];

  const isVisible = (row: number): boolean =>
    plain.rows[row]?.product.available === true &&
    !(query.exclude && matches(query.exclude, row)) &&
    !arrangement.hiddenIdentifiers.includes(plain.rows[row].product.identifier) &&
    !arrangement.hidden.some((filter) => matches(filter, row));

  const agrees = (row: number, same: SearchQuery['same']): boolean => {
    if (source < 0 && !outside) return true;
    const verdicts = same.fields.flatMap((name) => {
      const values = outside ? outside.values(name) : (plain.read(source)(name)?.values ?? []);
      const field = plain.draft.fields.find((each) => each.name === name);
      const required = field ? selectRequired(field.type, values) : [];
      if (required.length === 0) return [];
      return [
        plain
          .read(row)(name)
          ?.values.some((value) => required.includes(value)) ?? false,
      ];
    });
    return agreesOverall(same.mode, verdicts);
  };

  const passes = (row: number, { same }: Rung) =>
    isVisible(row) && agrees(row, same) && matches(query.filter, row);

  /** The best rows of a rung, of each family the best. */
  const rank = (rung: Rung, rows: readonly number[], minimumUnits: number) => {
    const best = new Map<string, { row: number; units: number }>();
    for (const row of rows) {
      const units = rung.scores.units(row) ?? (minimumUnits < 0 ? 0 : null);
      if (units === null || isOwn(row) || units < minimumUnits || !passes(row, rung)) continue;
      if (units > (best.get(family(row))?.units ?? -1)) best.set(family(row), { row, units });
    }
    return [...best.values()].sort((a, b) => b.units - a.units || a.row - b.row).map(({ row }) => row);
  };

  const assembleSet = (
    ranked: readonly number[],
    pins: readonly Pin[],
    rungOf: FamilySet['rungOf'],
    chosen: Filter | null,
  ): FamilySet => {
    const pinned = new Map(pins.map(({ row }) => [family(row), row]));
    const organic = ranked.filter((row) => !pinned.has(family(row)));
    const found = new Set(ranked.map(family));
    const members = [...new Set([...found, ...pinned.keys()])].map((name) =>
      allRows.filter(
        (row) =>
          family(row) === name &&
          matches(chosen, row) &&
          (row === pinned.get(name) || (found.has(name) && passes(row, rungOf(row)))),
      ),
    );
    return { ranked, organic, pins, rungOf, members };
  };

  const createSet = (): FamilySet => {
    const foundBy = new Map<string, Rung>();
    const rungOf = (row: number): Rung => foundBy.get(family(row)) ?? own;
    const ranked: number[] = [];
    for (const rung of rungs)
      for (const row of rank(rung, allRows, toUnits(query.minimumScore))) {
        if (ranked.length >= query.candidates || foundBy.has(family(row))) continue;
        foundBy.set(family(row), rung);
        ranked.push(row);
      }
    const pins = selectPins(arrangement.pins, (identifier) => {
      const row = plain.find(identifier);
      const isPinnable = row >= 0 && isVisible(row) && !isOwn(row) && matches(query.filter, row);
      return isPinnable ? { row, family: family(row) } : null;
    });
    return assembleSet(ranked, pins, rungOf, null);
  };

  /** What was chosen among the facets: families of the set by their best member that matches. */
  const narrowSet = ({ ranked, pins, ...set }: FamilySet, chosen: Filter): FamilySet => {
    const rungOf = (row: number): Rung => set.rungOf(row);
    const narrowed = rungs.flatMap((rung) => {
      const families = new Set(ranked.filter((row) => rungOf(row) === rung).map(family));
      const matching = allRows.filter((row) => families.has(family(row)) && matches(chosen, row));
      return rank(rung, matching, -1);
    });
    const matchingPins = pins.filter(({ row }) => matches(chosen, row));
    return assembleSet(narrowed, matchingPins, rungOf, chosen);
  };

  const whole = createSet();
  const findSet = (chosen: Filter | null): FamilySet => (chosen === null ? whole : narrowSet(whole, chosen));
  const set = findSet(query.facetFilter ?? null);
  const appliedBoosts = (row: number): number[] =>
    arrangement.boosts.flatMap(({ identifiers, filter }, index) =>
      identifiers.includes(plain.rows[row]?.product.identifier ?? '') || (filter && matches(filter, row))
        ? [index]
        : [],
    );
  const toEntry = (row: number, pinned: boolean): Entry => ({
    row,
    units: set.rungOf(row).scores.units(row) ?? 0,
    rung: set.rungOf(row).index,
    boost: appliedBoosts(row).reduce((all, index) => all * (arrangement.boosts[index]?.factor ?? 1), 1),
    pinned,
  });
  const ordered = orderEntries(
    set.organic.map((row) => toEntry(row, false)),
    set.pins.map(({ row, position }) => ({ item: toEntry(row, true), position })),
    query,
    (field, row) => plain.read(row)(field)?.values ?? [],
  );
  const page = ordered.slice(query.page.skip, query.page.skip + query.page.take);
  const rankedFamilies = set.ranked.map(family);
  const toHit = ({ row, units, boost, pinned, rung = 0 }: Entry): Hit => ({
    ...plain.toRow(row),
    score: units / scoreUnits - (defects.scoreOffset ?? 0),
    parts: query.explain
      ? {
          ...set.rungOf(row).scores.parts(row),
          boost,
          boosts: appliedBoosts(row),
          pinned,
          organicPosition: rankedFamilies.indexOf(family(row)) + 1 || null,
          ...(rung < ahead.length && { rung }),
        }
      : null,
  });
  const pageRows = new Set(page.map(({ row }) => row));
  const findFacetSet = async (chosen: Filter | null): Promise<FamilySet> => {
    const found = findSet(chosen);
    if (!defects.facetsOfPage) return found;
    return { ...found, members: found.members.filter((rows) => rows.some((row) => pageRows.has(row))) };
  };
  const facets: FacetCount[] = [];
  for (const field of query.facets) {
    const count = await countFacet(
      field,
      createFacetField(plain, field),
      query.facetFilter ?? null,
      findFacetSet,
    );
    if (count !== null) facets.push(count);
  }
  return {
    count: set.organic.length + set.pins.length,
    organic: whole.ranked.length,
    hits: page.map(toHit),
    facets,
    text: own.scores.trace(whole.organic.filter((row) => set.rungOf(row) === own)),
  };
};

const createFacetField = (plain: PlainRows, name: string): FacetField<FamilySet> | null => {
  const field = plain.draft.fields.find((each) => each.name === name);
  if (!field) return null;
  const valuesOf = (members: readonly number[]) =>
    new Set(members.flatMap((row) => plain.read(row)(name)?.values ?? []));
  return {
    kind: field.type === 'number' ? 'numbers' : 'values',
    countValues: ({ members }) => {
      const counts = new Map<string, number>();
      for (const each of members)
        for (const value of valuesOf(each)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      return counts;
    },
    countCarriers: ({ members }) => members.filter((each) => valuesOf(each).size > 0).length,
    findBounds: ({ members }) => {
      const numbers = members.flatMap((each) => [...valuesOf(each)].map(Number));
      return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) };
    },
  };
};
