import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Field } from '../../../domain/dataset.ts';
import { Fault } from '../../../errors.ts';
import type { NeighbourPlan, ProductDraft } from '../../engine.ts';
import type { VectorShape } from '../vectors/vector-shape.ts';

/** The properties of a product version that its manifest holds besides the list of files. */
export type ProductVersionInfo = ProductDraft & {
  readonly columnFields: readonly string[];
  readonly shape: VectorShape;
  /** How many neighbours each list has beyond what its plan asks for. */
  readonly spareNeighbours: number;
  /** Increased when a structure, or a word, is computed in another way: nothing of an older format is reused. */
  readonly formatVersion: number;
};

export const currentFormat = 5;

/** The properties that reading depends on; the manifest's checksum protects the rest. On disk the format is `makingOf`. */
const schema = Type.Object({
  fields: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  language: Type.String(),
  model: Type.String(),
  plans: Type.Array(Type.Object({ candidates: Type.Number() })),
  columnFields: Type.Array(Type.String()),
  shape: Type.Object({
    looks: Type.Integer(),
    colour: Type.Integer(),
    title: Type.Optional(Type.Integer()),
  }),
  titleWeight: Type.Optional(Type.Number()),
  minimumScore: Type.Optional(Type.Number()),
  comparison: Type.Optional(Type.String()),
  spareNeighbours: Type.Integer(),
  makingOf: Type.Integer(),
});

export const parseVersionInfo = (value: unknown): ProductVersionInfo => {
  if (!Value.Check(schema, value))
    throw new Fault('corrupted', 'The manifest does not describe a product version.');
  const { makingOf: formatVersion, ...rest } = value as typeof value & {
    fields: readonly Field[];
    plans: readonly NeighbourPlan[];
  };
  return { ...rest, formatVersion };
};

export const serializeVersionInfo = ({ formatVersion, ...rest }: ProductVersionInfo) => ({
  ...rest,
  makingOf: formatVersion,
});

export const productFiles = {
  rows: 'rows.bin',
  records: 'records.bin',
  columns: 'columns.bin',
  text: 'text.bin',
  looks: 'looks.bin',
  neighbours: 'neighbours.bin',
  /** Smaller forms of the vectors (vectors/vector-codes.ts). Given another name when their form, or what their scores mean, changes. */
  codes: 'codes.bin',
} as const;
