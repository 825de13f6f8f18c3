type Named = { readonly name: string | null };

type TreeValue<V> = {
  readonly value: V;
  /** The last part of the path, and the parts above it that are listed too. */
  readonly label: string;
  readonly above: string;
  /** 0 at the top. */
  readonly depth: number;
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Values in the order of a tree: `Shoes/Boots` follows `Shoes` where both are listed. Values without a listed parent
 * stay as they are, so that `1/2` is no branch.
 */
export const arrangeTree = <V extends Named>(values: readonly V[]): TreeValue<V>[] => {
  const listed = new Set(values.map(({ name }) => name ?? ''));
  const hasParent = ({ name }: V): boolean => listed.has(parentOf(name ?? '')) && parentOf(name ?? '') !== '';
  const children = Map.groupBy(values.filter(hasParent), ({ name }) => parentOf(name ?? ''));
  const list = (value: V, above: readonly string[]): TreeValue<V>[] => {
    const path = value.name ?? '';
    const label = above.length > 0 ? path.slice(path.lastIndexOf('/') + 1) : path;
    const below = [...above, label];
    return [
      { value, label, above: above.map((part) => `${part} › `).join(''), depth: above.length },
      ...(children.get(path) ?? []).flatMap((child) => list(child, below)),
    ];
  };
  return values.filter((value) => !hasParent(value)).flatMap((value) => list(value, []));
};
