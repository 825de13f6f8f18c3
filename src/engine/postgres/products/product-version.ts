import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Field } from '../../../domain/dataset.ts';
import { fieldTypes } from '../../../domain/settings/choices.ts';
import { Fault } from '../../../errors.ts';
import { sql, type Sql } from '../../../postgres/sql.ts';
import type { CorpusStatistics } from '../../semantics/text/term-impacts.ts';

const fieldSchema = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  from: Type.String(),
  scale: Type.Optional(Type.Number()),
  template: Type.Optional(Type.String()),
  type: Type.Enum([...fieldTypes]),
  facetable: Type.Boolean(),
  sortable: Type.Boolean(),
  searchable: Type.Boolean(),
  order: Type.Number(),
});

const schema = Type.Object({
  fields: Type.Array(fieldSchema),
  language: Type.String(),
  model: Type.String(),
  /** Dimensions of looks, colour and title; null while no row has a picture. */
  dimensions: Type.Union([
    Type.Object({ looks: Type.Integer(), colour: Type.Integer(), title: Type.Optional(Type.Integer()) }),
    Type.Null(),
  ]),
  titleWeight: Type.Optional(Type.Number()),
  minimumScore: Type.Optional(Type.Number()),
  comparison: Type.Optional(Type.String()),
  statistics: Type.Object({
    primary: Type.Array(Type.String()),
    wordTotals: Type.Array(Type.Number()),
    carrierCounts: Type.Array(Type.Number()),
  }),
});

/** What is stored about a product version besides its rows. */
export type ProductAbout = Static<typeof schema>;

export type Dimensions = NonNullable<ProductAbout['dimensions']>;

/** Numbers of a stored vector. */
export const countNumbers = ({ looks, colour, title = 0 }: Dimensions): number => looks + colour + title;

export const readProductAbout = (about: unknown): ProductAbout => {
  if (Value.Check(schema, about)) return about;
  throw new Fault('corrupted', 'The database does not describe a product version.');
};

/** An open product version: a generation, and the live change up to which its rows are read. */
export type ProductGeneration = {
  readonly version: string;
  readonly generation: number;
  readonly through: number;
  readonly size: number;
  /** Rows of the version as it was built. */
  readonly builtSize: number;
  readonly about: ProductAbout;
};

export const findField = ({ about }: ProductGeneration, name: string): Field | null =>
  about.fields.find((field) => field.name === name) ?? null;

export const toStatistics = ({ statistics }: ProductAbout): CorpusStatistics => ({
  primary: statistics.primary,
  wordTotals: Float64Array.from(statistics.wordTotals),
  carrierCounts: Float64Array.from(statistics.carrierCounts),
});

export const existsAt = ({ through }: ProductGeneration): Sql =>
  sql`since <= ${through}::bigint AND until > ${through}::bigint`;
