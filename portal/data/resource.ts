import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Everything under a website has a key that begins with it: `['website', name, …]`. */
export const websiteKey = (website: string, ...rest: readonly unknown[]): QueryKey => [
  'website',
  website,
  ...rest,
];

/** A change that makes everything under `key` worth asking again. */
export const useInvalidatingMutation = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  key: QueryKey,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
};

/**
 * Says what was done, even where what asked for it is gone by then: the query library drops the callbacks of a
 * component that the new answer takes off the page. A failure is kept, and shown, by the mutation itself.
 */
export const whenDone = (change: Promise<unknown>, onDone: () => void): void => {
  change.then(onDone, () => undefined);
};
