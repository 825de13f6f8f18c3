import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Field } from '../../../domain/dataset.ts';
import { Fault } from '../../../errors.ts';
import type { NeighbourPlan, ProductDraft } from '../../engine.ts';
import type { VectorShape } from '../looks/vectors.ts';

/** What the manifest of a product version says beside its files. */
export type ProductVersionInfo = ProductDraft & {
  readonly columnFields: readonly string[];
  readonly shape: VectorShape;
  /** How long lists are beyond what their plans ask for. */
  readonly spareNeighbours: number;
  /** Raised when some structure is computed otherwise: nothing of an earlier one is taken over. */
  readonly formatVersion: number;
};

export const currentFormat = 3;

/** The parts that reading depends on; the manifest's checksum vouches for the rest. */
const schema = Type.Object({
  fields: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  language: Type.String(),
  model: Type.String(),
  plans: Type.Array(Type.Object({ candidates: Type.Number() })),
  columnFields: Type.Array(Type.String()),
  shape: Type.Object({ looks: Type.Integer(), colour: Type.Integer() }),
  spareNeighbours: Type.Optional(Type.Integer()),
  makingOf: Type.Optional(Type.Integer()),
});

/** Of a version that does not say: nothing is made like it. */
const unknown = { spareNeighbours: -1, makingOf: 0 };

export const parseVersionInfo = (value: unknown): ProductVersionInfo => {
  if (!Value.Check(schema, value))
    throw new Fault('corrupted', 'The manifest does not describe a product version.');
  return { ...unknown, ...value } as typeof value &
    typeof unknown & { fields: readonly Field[]; plans: readonly NeighbourPlan[] };
};
