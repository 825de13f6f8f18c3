/** How well scores tell right results from wrong ones. */
export type Separation = {
  add(score: number, isRight: boolean): void;
  /** Probability that a right result scores higher than a wrong one (area under the curve); null without both. */
  read(): number | null;
};

const separationDefaults = { lowest: -2, highest: 2, bins: 20_000 } as const;

/** Counts scores in bins: a catalogue has millions of pairs. */
export const createSeparation = (): Separation => {
  const { lowest, highest, bins } = separationDefaults;
  const [right, wrong] = [new Float64Array(bins), new Float64Array(bins)];
  return {
    add(score, isRight) {
      const bin = Math.floor(((score - lowest) / (highest - lowest)) * bins);
      const counts = isRight ? right : wrong;
      const place = Math.min(bins - 1, Math.max(0, bin));
      counts[place] = (counts[place] ?? 0) + 1;
    },
    read() {
      let [below, won, rights] = [0, 0, 0];
      right.forEach((count, bin) => {
        const others = wrong[bin] ?? 0;
        won += count * (below + others / 2);
        below += others;
        rights += count;
      });
      return rights === 0 || below === 0 ? null : won / (rights * below);
    },
  };
};
