import type { Key } from './en.ts';

/** Every text of one language. */
export type Dictionary = Readonly<Record<Key, string>>;
