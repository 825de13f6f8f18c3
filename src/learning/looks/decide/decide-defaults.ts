export const decideDefaults = {
  k: 10,
  /** Results of each held-out product that scores are calibrated on. */
  judged: 20,
  /** Fewer pictures or labels teach nothing that could be measured. */
  pictures: 200,
  labels: 2,
  /** A smaller gain of precision is not worth other neighbours. */
  gain: 0.005,
  /** Fewer held-out pictures cannot show what a further field adds, and each one trains a map more: seconds of an import. */
  triedFrom: 400,
  mixes: [0, 0.3, 0.5, 0.7, 0.8, 0.9],
  /** Share of a map of further fields, where a map of the first is not used. */
  triedMix: 0.5,
  words: [0.1, 0.2, 0.3],
  /** Never less than half: labels rarely name a colour, so they would always advise against it. */
  colours: [0.75, 0.5],
  /** With how many of its nearest a vector is averaged. */
  averaged: [2],
  /** Share of the likeness in colour that must be kept. A box that wants more gives colour more weight. */
  colourKept: 0.66,
  /** Pictures of which altered copies are made. */
  copiedPictures: 16,
  /** One copy in so many may be lost: of 64 copies a single one, which may be a poor picture. */
  copiesPerLoss: 50,
} as const;
