/*
 * What a number counts. Types only: plain numbers, as typed arrays give them, can be any of these, but one of them is never
 * taken for another.
 */
type Index<Space extends string> = number & { readonly indexOf?: Space };

/** A product or variant of a version, in the order of the identifiers. */
export type Row = Index<'row'>;
/** A product with its variants. */
export type Family = Index<'family'>;
/** One picture of one family. */
export type Look = Index<'look'>;
/** A vector: a picture that several families may have. */
export type PictureIndex = Index<'picture'>;
/** A neighbour list of a plan. */
export type ListIndex = Index<'list'>;
/** A place in a list or a set, from 0. */
export type Position = Index<'position'>;

/** An array of such numbers; -1 for none where it is signed. */
export type Indexes<Kind extends number> = Uint32Array & { readonly [at: number]: Kind };
export type OptionalIndexes<Kind extends number> = Int32Array & { readonly [at: number]: Kind };
