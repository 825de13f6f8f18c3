import { familyKey } from '../../semantics/search/order.ts';
import { sql } from '../../../postgres/sql.ts';
import type { StoredRow } from '../products/stored-row.ts';

/** All rows in one: hundreds of them would take longer to be sent and received than to be found. */
export type Packed = {
  readonly identifiers: readonly string[] | null;
  readonly units: readonly (number | null)[];
  /** Null for a product that has no variants. */
  readonly groups: readonly (string | null)[];
  readonly changed: Readonly<Record<string, number>> | null;
  readonly fuzzied: readonly string[] | null;
};

export const packedColumns = sql`
  json_agg(identifier) AS identifiers, json_agg(units) AS units,
  json_agg(NULLIF(family, 'product ' || identifier)) AS groups,
  json_object_agg(identifier, since) FILTER (WHERE since > 0) AS changed,
  json_agg(identifier) FILTER (WHERE fuzzied) AS fuzzied`;

export type PackedRow = Pick<StoredRow, 'identifier' | 'family'> & {
  /** The live change that added it. */
  readonly since: number;
  /** 0 for one without a score. */
  readonly units: number;
  readonly isScored: boolean;
  readonly fuzzied: boolean;
};

export const unpackRows = (packed: Packed | undefined): PackedRow[] => {
  const changed = new Map(Object.entries(packed?.changed ?? {}));
  const fuzzied = new Set(packed?.fuzzied);
  return (packed?.identifiers ?? []).map((identifier, at) => {
    const units = packed?.units[at] ?? null;
    return {
      identifier,
      family: packed?.groups[at] ?? familyKey({ identifier, groupId: null }),
      since: changed.get(identifier) ?? 0,
      units: units ?? 0,
      isScored: units !== null,
      fuzzied: fuzzied.has(identifier),
    };
  });
};
