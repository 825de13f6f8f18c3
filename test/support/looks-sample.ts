import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import type { Sample } from '../../src/learning/looks/train/sample.ts';

/*
 * Synthetic features: four numbers say the kind of a product, twelve louder ones say something else (the ground, the
 * pose, the light). A map that finds the four wins; the base is led astray by the twelve.
 */
export const kinds = 10;
const [informative, loud] = [4, 12];

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

export const pack = (rows: readonly (readonly number[])[]) => {
  const unit = rows.map((row) => row.map((value) => value / Math.hypot(...row)));
  return { values: Float32Array.from(unit.flat()), count: rows.length, size: rows[0]?.length ?? 0 };
};

type Options = { readonly seed: number; readonly label: (kind: number, random: () => number) => string };

export const createSample = ({ seed, label }: Options, count = 500): Sample => {
  const random = createRandom(seed);
  const centres = Array.from({ length: kinds }, () =>
    Array.from({ length: informative }, () => gaussian(random)),
  );
  const drawn = Array.from({ length: count }, (_, at) => {
    const kind = at % kinds;
    const own = (centres[kind] ?? []).map((value) => value + 0.25 * gaussian(random));
    const noise = Array.from({ length: loud }, () => 1.5 * gaussian(random));
    return { item: { family: `p${at}`, label: label(kind, random) }, row: [...own, ...noise] };
  });
  return {
    items: drawn.map(({ item }) => item),
    looks: pack(drawn.map(({ row }) => row)),
    colour: pack(drawn.map(() => [1, 0])),
    words: null,
  };
};

/** The label that says the kind. */
export const truth = (kind: number): string => `kind ${kind}`;
export const draw = (random: () => number): string => truth(Math.floor(random() * kinds));
