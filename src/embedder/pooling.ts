/** What a net gives, whichever library runs it. */
export type ModelOutput = { readonly data: ArrayLike<number>; readonly dims: readonly number[] };

/**
 * What models call the one vector of a picture, best first (CLIP projects into `image_embeds`, SigLIP pools into
 * `pooler_output`); then the states of its patches, the first of which stands for all (DINOv2, ViT).
 */
const outputNames = ['image_embeds', 'pooler_output', 'features', 'last_hidden_state'] as const;

export const chooseOutput = (found: readonly string[]): string | null =>
  outputNames.find((name) => found.includes(name)) ?? found[0] ?? null;

/** [1, n] is the vector; of [1, patches, n] the first; of [1, n, h, w] the mean over the picture. */
export const poolOutput = ({ data, dims }: ModelOutput): Float32Array => {
  const numbers = Float32Array.from(data);
  const [, first = numbers.length, second = 1, third = 1] = dims;
  if (dims.length === 3) return numbers.slice(0, second);
  if (dims.length !== 4) return numbers;
  const area = second * third;
  return Float32Array.from({ length: first }, (_, channel) =>
    numbers.subarray(channel * area, (channel + 1) * area).reduce((sum, value) => sum + value / area, 0),
  );
};

export const toUnitLength = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(vector.length)) : vector.map((value) => value / length);
};
