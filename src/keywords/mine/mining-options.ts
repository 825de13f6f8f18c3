/** How behaviour is read. Every figure is for one website's log. */
export type MiningOptions = {
  /** BCP 47 language of the website: decides how words are folded. */
  readonly language: string;
  /** Milliseconds since 1970 at which the log is looked at; null is the newest event of the log. */
  readonly now: number | null;
  /** After so many days an action counts half; null: age does not matter. */
  readonly halfLifeDays: number | null;
  /** A pause that ends a mission, unless the next search goes on with the same thing. */
  readonly missionGapMs: number;
  /** However alike, searches further apart than this are two missions. */
  readonly missionReachMs: number;
  /** A search is linked to so many later ones of the same shopper. */
  readonly linksAhead: number;
  /** What a link counts between two missions of one shopper; inside a mission it counts 1. */
  readonly otherMissionWeight: number;
  /** What a link counts against the direction it was gone. */
  readonly backwardWeight: number;
  /** Newest actions of one shopper that are looked at; a robot has no more voice than this. */
  readonly actionsPerShopper: number;
  /** Newest actions that are kept in all: the bound on memory (about 21 bytes each). */
  readonly actionsInAll: number;
  /** Links kept for a pattern or a product, strongest first. */
  readonly linksPerRow: number;
  readonly halfTypedWithinMs: number;
  /** Different shoppers who went from one pattern to another before the step counts: one alone pushes nothing. */
  readonly shoppersPerStep: number;
  /** The same for steps from product to product. */
  readonly shoppersPerProductStep: number;
};

const minuteMs = 60_000;

export const miningDefaults: MiningOptions = {
  language: 'en',
  now: null,
  halfLifeDays: 30,
  missionGapMs: 30 * minuteMs,
  missionReachMs: 24 * 60 * minuteMs,
  linksAhead: 10,
  otherMissionWeight: 0.4,
  backwardWeight: 0.8,
  actionsPerShopper: 500,
  actionsInAll: 20_000_000,
  linksPerRow: 200,
  halfTypedWithinMs: 5_000,
  shoppersPerStep: 2,
  shoppersPerProductStep: 2,
};
