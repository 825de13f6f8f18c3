import type { Window } from './open-browser.ts';
import type { Shop } from './open-shop.ts';

type SnippetRequest = {
  readonly shop: Shop;
  readonly box: string;
  readonly language: string;
  readonly key: string;
};

/** What an operator copies from the Integration tab, with a key in the place for one. */
export const copySnippet = async (
  { goto, page }: Window,
  { shop, box, language, key }: SnippetRequest,
): Promise<string> => {
  await goto(`${shop.name}/boxes/${box}?tab=integration`);
  await page.getByRole('tab', { name: language, exact: true }).click();
  const block = page.getByRole('group', { name: language, exact: true });
  await block.filter({ hasText: /(identifier|pattern)(=|: )"?\w/ }).waitFor();
  return ((await block.textContent()) ?? '').replace('<SUBSCRIPTION_KEY>', key);
};
