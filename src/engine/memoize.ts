/** Runs once and keeps the result; after a failure the next call tries again. */
export const memoizeAsync = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
};

/** One value for each dataset, made when it is first asked for. */
export const memoizePerDataset = <T>(make: (dataset: string) => T): ((dataset: string) => T) => {
  const values = new Map<string, T>();
  return (dataset) => {
    const value = values.get(dataset) ?? make(dataset);
    values.set(dataset, value);
    return value;
  };
};
