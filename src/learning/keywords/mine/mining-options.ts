/** How behaviour is counted. All limits apply to the log of one website. */
export type MiningOptions = {
  /** BCP 47 language of the website: decides how words are folded. */
  readonly language: string;
  /** Milliseconds since 1970 from which decay is computed; null is the newest event of the log. */
  readonly now: number | null;
  /** Half-life of an action in days; null: no decay. */
  readonly halfLifeDays: number | null;
  /** A pause that ends a mission, unless the next search shares a word or a product. */
  readonly missionGapMs: number;
  /** A pause that always ends a mission. */
  readonly missionReachMs: number;
  /** Number of later searches of the same shopper that a search is linked to. */
  readonly linksAhead: number;
  /** Weight of a link between two missions of one shopper; 1 inside a mission. */
  readonly otherMissionWeight: number;
  /** Weight of a link against the direction of the step; 1 along it. */
  readonly backwardWeight: number;
  /** Newest actions of one shopper that are read: limits the influence of robots. */
  readonly actionsPerShopper: number;
  /** Newest actions kept in total: the bound on memory (about 21 bytes each). */
  readonly actionsInAll: number;
  /** Links kept for a pattern or a product, strongest first. */
  readonly linksPerRow: number;
  readonly halfTypedWithinMs: number;
  /** Different shoppers required for a step between patterns: a single shopper must not push a suggestion. */
  readonly shoppersPerStep: number;
  /** The same for steps between products. */
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
