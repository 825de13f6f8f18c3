import { useState } from 'react';

export type Draft<T> = {
  readonly value: T;
  readonly dirty: boolean;
  readonly change: (part: Partial<T>) => void;
  readonly replace: (value: T) => void;
  readonly discard: () => void;
};

/** The edited value beside the stored one. Resets to `stored` whenever that changes. */
export const useDraft = <T extends object>(stored: T): Draft<T> => {
  const [state, setState] = useState({ stored, value: stored });
  if (state.stored !== stored && JSON.stringify(state.stored) !== JSON.stringify(stored)) {
    setState({ stored, value: stored });
  }
  return {
    value: state.value,
    dirty: JSON.stringify(state.value) !== JSON.stringify(stored),
    change: (part) => setState((now) => ({ ...now, value: { ...now.value, ...part } })),
    replace: (value) => setState((now) => ({ ...now, value })),
    discard: () => setState({ stored, value: stored }),
  };
};
