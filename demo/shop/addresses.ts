const marks = /\p{M}+/gu;

/** Path of a category inside the shop: `/categories/shoes-trainers`, `/categories/mobel-stuhle`. */
export const categoryPath = (path: string): string =>
  `/categories/${path
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(marks, '')
    .replaceAll(/[^a-z0-9]+/g, '-')}`;
