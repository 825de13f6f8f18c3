/* The values that a setting may have. The schemas, the types and the portal all take them from here. */

/** `refine`: suggestions that narrow the pattern. `next`: other searches that shoppers do next. */
export const directions = ['refine', 'next'] as const;

export const relatedBoxKinds = ['relatedKeywords', 'relatedProducts'] as const;

/** Of a strategy. `All`: every same-as-source field must be equal and every word must match; `Any`: at least one. */
export const searchModes = ['All', 'Any'] as const;

export const fuzzySensitivities = ['Off', 'One', 'Two'] as const;

/** Where candidates come from: the picture or the words of the source product. */
export const candidateSources = ['looks', 'text'] as const;
