/** How pictures of a catalogue are compared. */
export type Settings = {
  /** Share of the learnt map beside the vectors of the model; null: those vectors as they are. */
  readonly mix: number | null;
  /** How much of a box's weight of colour is kept, 0 to 1. */
  readonly colour: number;
  /** Weight of the words of the title beside looks (1). */
  readonly words: number;
  /** A further field that the map is trained on as well. Left out: only what was declared, or the first. */
  readonly also?: string;
  /** Each vector of looks is averaged with so many of its nearest. Left out: it stays as it is. */
  readonly averaged?: number;
};

export const baseSettings: Settings = { mix: null, colour: 1, words: 0 };

/** Weight of colour beside looks, as boxes have it unless they say otherwise. */
export const colourWeight = 0.3;
