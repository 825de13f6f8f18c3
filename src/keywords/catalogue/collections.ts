import { tokenize } from '../../domain/normal-form.ts';
import { pathLevels } from '../../domain/product.ts';

export const collectionDefaults = {
  productsAtLeast: 6,
  /** Its products are in other branches too: there they have a kind. */
  elsewhereShare: 0.9,
  /** In so many different categories, and in none of them for the most part. */
  othersAtLeast: 3,
  mostInOneOther: 0.6,
  /** Names of products tell their kind: `Wind Jacket` in `Jackets`. Of a collection's, so few may. */
  namedShare: 0.1,
} as const;

type Item = { readonly name: string; readonly categories: readonly string[] };

/**
 * Without the categories that gather products of all kinds (`Sale`, `New in`, `Erin Recommends`): they say nothing
 * about what a product is. Who has no other category keeps them.
 */
export const removeCollections = <T extends Item>(items: readonly T[], language: string): T[] => {
  const collections = collectionsIn(items, language);
  if (collections.size === 0) return [...items];
  const isKind = (path: string): boolean => !pathLevels(path).some((level) => collections.has(level));
  return items.map((item) => {
    const kinds = item.categories.filter(isKind);
    return kinds.length === 0 ? item : { ...item, categories: kinds };
  });
};

const collectionsIn = (items: readonly Item[], language: string): Set<string> => {
  const members = new Map<string, Item[]>();
  for (const item of items)
    for (const level of new Set(item.categories.flatMap(pathLevels))) {
      const known = members.get(level);
      if (known) known.push(item);
      else members.set(level, [item]);
    }
  const found = [...members].filter(([path, own]) => isCollection(path, own, language));
  return new Set(found.map(([path]) => path));
};

const isCollection = (path: string, members: readonly Item[], language: string): boolean => {
  const { productsAtLeast, elsewhereShare, othersAtLeast, mostInOneOther, namedShare } = collectionDefaults;
  if (members.length < productsAtLeast) return false;
  const others = members.map(({ categories }) => categories.filter((other) => !isOneBranch(path, other)));
  const share = (count: number): number => count / members.length;
  if (share(others.filter((own) => own.length > 0).length) < elsewhereShare) return false;
  const counts = Map.groupBy(others.flat(), (other) => other);
  const mostInOne = Math.max(0, ...[...counts.values()].map((each) => each.length));
  if (counts.size < othersAtLeast || share(mostInOne) > mostInOneOther) return false;
  const words = tokenize(path.slice(path.lastIndexOf('/') + 1), language);
  const named = members.filter(({ name }) => tokenize(name, language).some((word) => words.includes(word)));
  return share(named.length) < namedShare;
};

const isOneBranch = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
