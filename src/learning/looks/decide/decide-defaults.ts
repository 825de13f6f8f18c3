export const decideDefaults = {
  k: 10,
  /** Results of each held-out product that scores are calibrated on. */
  judged: 20,
  /** Look-alikes are shown from the score on from which this share of them is right, unless a box says otherwise. */
  shownRight: 0.5,
  /** Fewer pictures or labels teach nothing that could be measured. */
  pictures: 200,
  labels: 2,
  /** A smaller gain of precision is not worth other neighbours. */
  gain: 0.005,
  /** Share of what comes that has a new label, where the catalogue has no history; and how many pictures outweigh that. */
  newLabels: 0.02,
  newLabelsPictures: 200,
  /** Precision that products of new labels may lose against the base. */
  newLabelsLoss: 0.05,
  /** Pictures on which it is decided what of a picture is embedded. */
  viewPictures: 1_000,
  /** Share of altered copies that must find their product first with another part of pictures, or as many as before. */
  viewCopies: 0.95,
  /** What it must gain in kind and colour: all pictures are embedded by it, and both parts take twice as long. */
  viewGain: { product: 0.01, middle: 0.01, both: 0.02 },
  /** Fewer held-out pictures cannot show what a further field adds, and each one trains a map more: seconds of an import. */
  triedFrom: 300,
  mixes: [0, 0.3, 0.5, 0.7, 0.8, 0.9],
  /** Share of a map of further fields, where a map of the first is not used. */
  triedMix: 0.5,
  words: [0.1, 0.2, 0.3],
  /**
   * How many times a box's weight of colour counts. More is tried only where a field names colours; it is never less,
   * because other labels would always advise against colour.
   */
  colours: { field: [1, 1.5, 2], pictures: [1] },
  /** What colour counts beside kind (1) in the gain of a step: by a field of the feed, or by the pictures alone. */
  colourInGain: { field: 0.8, pictures: 0.5 },
  /** Precision that a step may lose where it wins in colour. */
  kindLoss: { field: 0.05, pictures: 0.01 },
  /** How many fewer products may find their other photo first: those often show another colour. */
  sameProductLoss: 0.1,
  /** Share of the likeness in colour that must be kept. A box that wants more gives colour more weight. */
  colourKept: 0.66,
  /** Pictures of which altered copies are made. */
  copiedPictures: 16,
  /** One copy in so many may be lost: of 64 copies a single one, which may be a poor picture. */
  copiesPerLoss: 50,
} as const;
