/** A question that is not answered for so long: the database hangs. */
const hangsAfterMs = 4_000;

/** Whether a database answers, told by questions that are asked anyway. */
export const watchLink = (monotonicMs: () => number = () => performance.now()) => {
  let failed = false;
  /** When each question was asked that has no answer yet. */
  const open = new Map<symbol, number>();
  return {
    follow: async <T>(answer: Promise<T>): Promise<T> => {
      const question = Symbol();
      open.set(question, monotonicMs());
      try {
        const result = await answer;
        failed = false;
        // Older ones hang in a connection that was lost.
        open.clear();
        return result;
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        open.delete(question);
      }
    },
    isReachable: (): boolean => {
      const [oldest = Infinity] = open.values();
      return !failed && monotonicMs() - oldest < hangsAfterMs;
    },
  };
};
