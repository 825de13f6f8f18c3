import type { Material } from './product.ts';

/** How a material reflects light: strengths from 0 to 1. */
export type Finish = {
  /** A hard bright band. */
  readonly gloss: number;
  /** Darkening towards the edges. */
  readonly depth: number;
  /** Whether seams are sewn. */
  readonly stitched: boolean;
  /** The repeated tile of its surface, drawn faintly over everything; null for smooth. */
  readonly texture: string | null;
};

const tile = (size: number, inside: string): string =>
  `<pattern id="texture" patternUnits="userSpaceOnUse" width="${size}" height="${size}">${inside}</pattern>`;

const weave = tile(
  5,
  '<path d="M0 1H5M0 3.5H5" stroke="#000" stroke-opacity=".09"/><path d="M1 0V5M3.5 0V5" stroke="#fff" stroke-opacity=".13"/>',
);
const twill = tile(6, '<path d="M-1 5L5 -1M1 7L7 1" stroke="#fff" stroke-opacity=".24" stroke-width="1.3"/>');
const knitted = tile(
  10,
  '<path d="M0 2L5 8L10 2" fill="none" stroke="#000" stroke-opacity=".17" stroke-width="2"/><path d="M0 0L5 6L10 0" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1.4"/>',
);
const nap = tile(
  9,
  '<circle cx="2" cy="3" r=".9" fill="#000" fill-opacity=".12"/><circle cx="6.5" cy="7" r="1" fill="#fff" fill-opacity=".16"/><circle cx="7" cy="2" r=".7" fill="#000" fill-opacity=".1"/>',
);
const grain = `<pattern id="texture" patternUnits="userSpaceOnUse" width="70" height="34"><path d="M0 6C20 2 44 11 70 6M0 16C26 22 40 10 70 16M0 27C16 23 50 31 70 27" fill="none" stroke="#3a2413" stroke-opacity=".28" stroke-width="1.6"/></pattern>`;

export const finishes: Readonly<Record<Material, Finish>> = {
  leather: { gloss: 0.42, depth: 0.3, stitched: true, texture: null },
  suede: { gloss: 0, depth: 0.24, stitched: true, texture: nap },
  canvas: { gloss: 0, depth: 0.16, stitched: true, texture: weave },
  cotton: { gloss: 0, depth: 0.18, stitched: true, texture: null },
  linen: { gloss: 0, depth: 0.15, stitched: true, texture: weave },
  knit: { gloss: 0, depth: 0.2, stitched: false, texture: knitted },
  denim: { gloss: 0, depth: 0.2, stitched: true, texture: twill },
  velvet: { gloss: 0.2, depth: 0.42, stitched: false, texture: nap },
  ceramic: { gloss: 0.6, depth: 0.26, stitched: false, texture: null },
  metal: { gloss: 0.75, depth: 0.42, stitched: false, texture: null },
  wood: { gloss: 0.12, depth: 0.24, stitched: false, texture: grain },
  glass: { gloss: 0.85, depth: 0.16, stitched: false, texture: null },
};
