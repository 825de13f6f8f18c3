/** Path of a category inside the shop: `/categories/shoes-trainers`. */
export const categoryPath = (path: string): string =>
  `/categories/${path.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
