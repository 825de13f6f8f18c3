type Close = () => Promise<void> | void;

/** Parts that were opened one after the other, and are closed in the opposite order. */
export type OpenParts = {
  add(close: Close): void;
  /** Closes all parts, even if one of them fails; then throws the first error. */
  close(): Promise<void>;
};

export const createOpenParts = (): OpenParts => {
  const closers: Close[] = [];
  return {
    add: (close) => void closers.push(close),
    async close() {
      const errors: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
};
