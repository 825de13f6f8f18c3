/** Lets one thread at a time do something, which takes microseconds. */
export type ThreadLock = <T>(work: () => T) => T;

export const lockBytes = 8;

/** In milliseconds. A thread that was ended while it held the lock does not give it back: after so long it is taken. */
const patienceMs = 250;

/** The first word is the ticket of the thread that holds the lock, or 0; the second counts tickets. */
export const createThreadLock = (memory: SharedArrayBuffer): ThreadLock => {
  const words = new Int32Array(memory, 0, 2);
  const replace = (expected: number, ticket: number): boolean =>
    Atomics.compareExchange(words, 0, expected, ticket) === expected;

  const acquireLate = (ticket: number): void => {
    let [holder, sinceMs] = [0, performance.now()];
    while (!replace(0, ticket)) {
      const present = Atomics.load(words, 0);
      if (present !== holder) [holder, sinceMs] = [present, performance.now()];
      else if (performance.now() > sinceMs + patienceMs && replace(holder, ticket)) return;
      // The holder may be waiting for this core.
      if (performance.now() > sinceMs + 0.05) Atomics.wait(words, 0, present, 1);
    }
  };

  return (work) => {
    // Odd, so that it is never 0.
    const ticket = Atomics.add(words, 1, 2) + 1;
    if (!replace(0, ticket)) acquireLate(ticket);
    try {
      return work();
    } finally {
      // Not, where it was taken away from a thread that stood still.
      replace(ticket, 0);
    }
  };
};
