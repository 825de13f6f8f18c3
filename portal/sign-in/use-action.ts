import { useState } from 'react';

export type Action<Input> = {
  readonly busy: boolean;
  readonly error: unknown;
  readonly run: (input: Input) => void;
};

/** One asynchronous action of a form, with its state. The sign-in pages do without the query library to stay small. */
export const useAction = <Input>(action: (input: Input) => Promise<void>): Action<Input> => {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const run = (input: Input): void => {
    setState({ busy: true, error: null });
    action(input).then(
      () => setState({ busy: false, error: null }),
      (error: unknown) => setState({ busy: false, error }),
    );
  };
  return { ...state, run };
};
