import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../domain/product.ts';
import type { Picture, ProductChange } from '../engine.ts';
import type { LoggedChange } from './changes.ts';
import { changedIdentifier, changesByProduct, foldChanges, sortChanges } from './changes.ts';

const createProduct = (identifier: string, price: number): Product => ({
  identifier,
  displayText: identifier,
  url: `/${identifier}`,
  price,
  currency: 'EUR',
  images: [],
  groupId: null,
  available: true,
  fields: { price },
});
const picture = (hash: string): Picture => ({
  hash,
  looks: new Float32Array([1]),
  colour: new Float32Array([1]),
});
const put = (identifier: string, at: number, price = at): ProductChange => ({
  kind: 'put',
  at,
  product: createProduct(identifier, price),
  picture: null,
});
const reprice = (identifier: string, at: number, price: number): ProductChange => ({
  kind: 'update',
  at,
  identifier,
  set: { price },
});
const remove = (identifier: string, at: number): ProductChange => ({ kind: 'remove', at, identifier });
const log = (...changes: readonly ProductChange[]): LoggedChange[] =>
  changes.map((change, index) => ({ sequence: index + 1, change }));

describe('changedIdentifier', () => {
  it.each([
    [put('a', 1), 'a'],
    [reprice('b', 1, 2), 'b'],
    [remove('c', 1), 'c'],
  ])('of change %#', (change, expected) => {
    expect(changedIdentifier(change)).toBe(expected);
  });
});

describe('sortChanges', () => {
  it('sorts by time, then as logged, whatever the order given', () => {
    const changes = log(put('a', 3), put('a', 1), put('a', 3), put('a', 2));
    expect(sortChanges(changes).map(({ sequence }) => sequence)).toEqual([2, 4, 1, 3]);
    expect(sortChanges(changes.toReversed())).toEqual(sortChanges(changes));
  });

  it('leaves the given list as it was', () => {
    const changes = log(put('a', 2), put('a', 1));
    sortChanges(changes);
    expect(changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describe('changesByProduct', () => {
  it('groups by product, each group in the order of time', () => {
    const grouped = changesByProduct(log(put('a', 5), remove('b', 1), reprice('a', 2, 9), put('b', 3)));
    expect([...grouped.keys()]).toEqual(['a', 'b']);
    expect(grouped.get('a')?.map(({ at }) => at)).toEqual([2, 5]);
    expect(grouped.get('b')?.map(({ kind }) => kind)).toEqual(['remove', 'put']);
  });

  it('is empty without changes', () => {
    expect(changesByProduct([]).size).toBe(0);
  });
});

describe('foldChanges', () => {
  const before = { product: createProduct('a', 10), picture: 7 };

  it('is the state before when there are no changes', () => {
    expect(foldChanges(before, [])).toEqual(before);
    expect(foldChanges(null, [])).toBeNull();
  });

  it('creates, changes and removes', () => {
    expect(foldChanges(null, [put('a', 1, 5)])).toEqual({ product: createProduct('a', 5), picture: null });
    expect(foldChanges(before, [reprice('a', 1, 3)])?.product).toMatchObject({
      price: 3,
      fields: { price: 3 },
    });
    expect(foldChanges(before, [remove('a', 1)])).toBeNull();
  });

  it('does not create a product by an update, not even after it was removed', () => {
    expect(foldChanges(null, [reprice('a', 1, 3)])).toBeNull();
    expect(foldChanges(before, [remove('a', 1), reprice('a', 2, 3)])).toBeNull();
    expect(foldChanges(before, [remove('a', 1), put('a', 2, 8)])?.product.price).toBe(8);
  });

  it('keeps the picture unless the update brings one or takes it away', () => {
    const update = (more: { picture?: Picture | null }): ProductChange => ({
      kind: 'update',
      at: 1,
      identifier: 'a',
      set: {},
      ...more,
    });
    expect(foldChanges(before, [update({})])?.picture).toBe(7);
    expect(foldChanges(before, [update({ picture: null })])?.picture).toBeNull();
    expect(foldChanges(before, [update({ picture: picture('x') })])?.picture).toMatchObject({ hash: 'x' });
    expect(foldChanges(before, [put('a', 1)])?.picture).toBeNull();
  });

  const change = fc.oneof(
    fc.nat(50).map((price) => put('a', 0, price)),
    fc.nat(50).map((price) => reprice('a', 0, price)),
    fc.constant(remove('a', 0)),
  );
  const changes = fc.array(change, { maxLength: 12 });

  it('gives the same in one step as in two', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        expect(foldChanges(before, [...first, ...second])).toEqual(
          foldChanges(foldChanges(before, first), second),
        );
      }),
    );
  });

  it('exists exactly when the last put comes after the last removal', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const kinds = all.map(({ kind }) => kind);
        const exists =
          kinds.lastIndexOf('remove') < 0 || kinds.lastIndexOf('put') > kinds.lastIndexOf('remove');
        expect(foldChanges(before, all) !== null).toBe(exists);
      }),
    );
  });

  it('has the price of the last put or update that counted', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const state = foldChanges(before, all);
        if (state === null) return;
        let price = 10;
        for (const each of all) {
          if (each.kind === 'put') price = each.product.price ?? -1;
          if (each.kind === 'update') price = each.set.price ?? -1;
        }
        expect(state.product.price).toBe(price);
      }),
    );
  });
});
