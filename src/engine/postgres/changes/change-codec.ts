import type { ProductChange } from '../../engine.ts';
import { packChange, unpackChange } from '../../semantics/stored-change.ts';
import { toStorableText } from '../products/stored-row.ts';

export const encodeChange = (change: ProductChange): string =>
  toStorableText(JSON.stringify(packChange(change)));

export const decodeChange = (text: string): ProductChange => unpackChange(JSON.parse(text));
