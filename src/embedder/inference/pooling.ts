/** One output tensor of a model, whichever library runs it. */
export type ModelOutput = { readonly data: ArrayLike<number>; readonly dims: readonly number[] };

/**
 * Names of outputs that hold the vector of a picture, best first: CLIP projects into `image_embeds`, SigLIP pools
 * into `pooler_output`. Last come the patch states, whose first is the class token (DINOv2, ViT).
 */
const outputNames = ['image_embeds', 'pooler_output', 'features', 'last_hidden_state'] as const;

export const chooseOutput = (available: readonly string[]): string | null =>
  outputNames.find((name) => available.includes(name)) ?? available[0] ?? null;

/** [1, n]: the vector itself; [1, patches, n]: the first patch; [1, n, h, w]: the mean over height and width. */
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
