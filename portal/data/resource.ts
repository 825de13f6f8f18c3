import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Everything under a website has a key that begins with it: `['website', name, …]`. */
export const websiteKey = (website: string, ...rest: readonly unknown[]): QueryKey => [
  'website',
  website,
  ...rest,
];

/** A mutation that invalidates all queries under `key`. */
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
 * Runs `onDone` even if the component is unmounted by then: the query library drops the callbacks of unmounted
 * components. An error is kept and shown by the mutation itself.
 */
export const whenDone = (change: Promise<unknown>, onDone: () => void): void => {
  change.then(onDone, () => undefined);
};

/** A feed as the service takes it: one file in a form. */
export const toUpload = (feed: File): FormData => {
  const form = new FormData();
  // Live changes after this instant win over the feed.
  form.append('lastModified', String(feed.lastModified));
  form.set('feed', feed);
  return form;
};
