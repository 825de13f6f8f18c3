/**
 * Asks once in each turn of the event loop. Calls that arrived together see the same; one that was sent after a
 * change was acknowledged arrives in a later turn, and sees the change.
 */
export const memoizePerTick = <T>(read: () => T): (() => T) => {
  let known: { readonly value: T } | null = null;
  const forget = (): void => {
    known = null;
  };
  return () => {
    if (known === null) {
      known = { value: read() };
      setImmediate(forget);
    }
    return known.value;
  };
};
