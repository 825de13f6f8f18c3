/** `resultStatus` of an image search. The spelling of `errorOccured` is part of the public API. */
export const resultStatuses = ['resultFound', 'resultNotFound', 'errorOccured', 'redirect'] as const;
export type ResultStatus = (typeof resultStatuses)[number];
