import { tokenize } from '../../../domain/normal-form.ts';
import { pathLevels } from '../../../domain/product.ts';

const collectionDefaults = {
  productsAtLeast: 6,
  /** Share of its products that must also be in other branches. */
  inOtherBranchesShare: 0.9,
  /** Its products are in at least this many other categories, and no more than this share in one of them. */
  otherCategoriesAtLeast: 3,
  maximumInOneOther: 0.6,
  /** In a real category many products are named after it: `Wind Jacket` in `Jackets`. In a collection fewer are. */
  maximumNamedShare: 0.1,
} as const;

type Item = { readonly name: string; readonly categories: readonly string[] };

/**
 * Removes categories that hold products of all kinds (`Sale`, `New in`, `Erin Recommends`): they do not say what a
 * product is. A product without another category keeps them.
 */
export const removeCollections = <T extends Item>(items: readonly T[], language: string): T[] => {
  const collections = findCollections(items, language);
  if (collections.size === 0) return [...items];
  const isKind = (path: string): boolean => !pathLevels(path).some((level) => collections.has(level));
  return items.map((item) => {
    const kinds = item.categories.filter(isKind);
    return kinds.length === 0 ? item : { ...item, categories: kinds };
  });
};

const findCollections = (items: readonly Item[], language: string): Set<string> => {
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
  const {
    productsAtLeast,
    inOtherBranchesShare,
    otherCategoriesAtLeast,
    maximumInOneOther,
    maximumNamedShare,
  } = collectionDefaults;
  if (members.length < productsAtLeast) return false;
  const others = members.map(({ categories }) => categories.filter((other) => !areInOneBranch(path, other)));
  const share = (count: number): number => count / members.length;
  if (share(others.filter((own) => own.length > 0).length) < inOtherBranchesShare) return false;
  const counts = Map.groupBy(others.flat(), (other) => other);
  const mostInOne = Math.max(0, ...[...counts.values()].map((each) => each.length));
  if (counts.size < otherCategoriesAtLeast || share(mostInOne) > maximumInOneOther) return false;
  const words = tokenize(path.slice(path.lastIndexOf('/') + 1), language);
  const named = members.filter(({ name }) => tokenize(name, language).some((word) => words.includes(word)));
  return share(named.length) < maximumNamedShare;
};

const areInOneBranch = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
