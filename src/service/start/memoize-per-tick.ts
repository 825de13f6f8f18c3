/**
 * Calls `read` once per turn of the event loop. Requests that arrive together see the same value; a request
 * sent after a change was acknowledged arrives in a later turn and sees the change.
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
