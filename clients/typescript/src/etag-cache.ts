export type KeptAnswer = { readonly etag: string; readonly text: string };

/** The most recently used answers, by address. A `Map` keeps the order of insertion, so the first is the oldest. */
export const createEtagCache = (limit: number) => {
  const answers = new Map<string, KeptAnswer>();
  return {
    get: (address: string): KeptAnswer | undefined => {
      const kept = answers.get(address);
      if (kept !== undefined) {
        answers.delete(address);
        answers.set(address, kept);
      }
      return kept;
    },
    set: (address: string, answer: KeptAnswer): void => {
      if (limit <= 0) return;
      answers.delete(address);
      answers.set(address, answer);
      const [oldest] = answers.keys();
      if (answers.size > limit && oldest !== undefined) answers.delete(oldest);
    },
  };
};
