import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { AdminClient } from '../support/admin-client.ts';
import { listIdentifiers, imageSearch } from '../support/call.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop, withWindow } from '../support/test-context.ts';
import { expectMessage } from '../support/expect-message.ts';

describe('a campaign, from draft to what the shop gets', () => {
  let browser: Browser;
  let shop: Shop;
  let admin: AdminClient;
  let open: Window;
  let page: Page;
  let source = '';

  withShop((stage) => {
    ({ browser, shop, admin } = stage);
    source =
      shop.products.find(({ category, available }) => available && category === 'Bags/Backpacks')
        ?.identifier ?? '';
  });
  withWindow(
    () => openSignedIn(browser, shop.url, shop.people.merchandiser),
    (opened) => {
      open = opened;
      ({ page } = opened);
    },
  );

  const answer = (parameters: Readonly<Record<string, string>> = {}): Promise<WireImageSearchResult> =>
    imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier: source, ...parameters });

  const begin = async (effect: string, name: string): Promise<void> => {
    await open.goto(`${shop.name}/campaigns/new`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Search box', { exact: true }).selectOption('similar');
    // Last: products for ads are asked for at once.
    await page.getByRole('group', { name: 'Effect' }).getByText(effect, { exact: true }).click();
  };

  /** The draft changes nothing for the shop; publishing it does. */
  const publish = async (
    name: string,
    isFilled: (answer: WireImageSearchResult) => boolean,
  ): Promise<void> => {
    const save = page.getByRole('button', { name: 'Save as draft' });
    await expectMessage(page, 'Saved', () => save.click());
    await save.waitFor({ state: 'detached' });
    expect(isFilled(await answer())).toBe(false);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const review = page.getByRole('dialog', { name: `Publish ${name}?` });
    await review.getByText(/^Changes the results of \d+ products? in 1 search box/).waitFor();
    const typed = review.getByLabel(/^Every shopper is redirected/);
    if (await typed.isVisible()) await typed.fill(name);
    await expectMessage(page, `${name} is published.`, () =>
      review.getByRole('button', { name: 'Publish now' }).click(),
    );
    await expect.poll(async () => isFilled(await answer())).toBe(true);
  };

  const withdraw = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await expectMessage(page, `${name} is paused.`, () =>
      page.getByRole('menuitem', { name: 'Pause' }).click(),
    );
  };

  const pick = async (identifier: string): Promise<void> => {
    await page.getByLabel('Find by name or identifier').fill(identifier);
    await open.settled();
    await page.getByRole('dialog').getByRole('button', { name: identifier }).click();
  };

  it('shows a banner where it was placed on the drawing of the page', async () => {
    await begin('Banner', 'Spring banner');
    await page.getByText('Below filters').click();
    await page.getByLabel('The banner is').selectOption('html');
    await page.getByRole('textbox', { name: 'Banner 1' }).fill('<b>Spring</b>');
    await publish('Spring banner', ({ banners }) => (banners ?? []).length > 0);
    expect((await answer()).banners).toMatchObject([
      { campaignName: 'Spring banner', position: 'filterBottom', contents: [{ content: '<b>Spring</b>' }] },
    ]);
    await withdraw('Spring banner');
    expect(open.complaints).toEqual([]);
  });

  it('shows ads in their order', async () => {
    const lamps = shop.products.filter(
      ({ category, available }) => available && category === 'Lighting/Table Lamps',
    );
    const designs = new Map(lamps.map((lamp) => [lamp.groupId ?? lamp.identifier, lamp.identifier]));
    const chosen = [...designs.values()].slice(0, 2).reverse();
    await begin('Ads', 'Lamps beside bags');
    for (const identifier of chosen) await pick(identifier);
    await page.keyboard.press('Escape');
    await publish('Lamps beside bags', ({ ads }) => ads !== undefined);
    const { ads } = await answer();
    expect(ads?.adResults?.map(({ document }) => document?.['identifier'])).toEqual(chosen);
    await withdraw('Lamps beside bags');
  });

  it('offers a guided choice, and shows only products of the chosen tile', async () => {
    const colour = shop.products.find(({ identifier }) => identifier === source)?.colour ?? '';
    await begin('Guided choice', 'Which colour');
    await page.getByLabel('Question', { exact: true }).fill('Which colour do you like?');
    await page.getByLabel('Text', { exact: true }).fill('The same');
    const filter = page.getByRole('group', { name: 'Show only products that match' });
    await filter.getByLabel('Field').selectOption('colour');
    await filter.getByLabel('Value').fill(colour);
    await publish('Which colour', ({ intentClarification }) => intentClarification !== undefined);
    const { intentClarification } = await answer();
    expect(intentClarification).toMatchObject({ clarifyingQuestion: 'Which colour do you like?' });
    const tile = intentClarification?.intentTiles?.[0]?.intentTileId ?? '';
    const chosen = await answer({ tile });
    expect(chosen.documents?.every(({ document }) => document?.['colour'] === colour)).toBe(true);
    await withdraw('Which colour');
  });

  it('pins, boosts and hides products of the results', async () => {
    const [first = '', second = '', third = ''] = listIdentifiers(await answer());
    const familyOf = (identifier: string): string =>
      shop.products.find((product) => product.identifier === identifier)?.groupId ?? identifier;
    const variants = shop.products.filter(
      ({ identifier, available }) => available && familyOf(identifier) === familyOf(first),
    );
    expect(variants.length).toBeGreaterThan(1);
    await begin('Promotion', 'As we want them');
    await page.getByRole('button', { name: /^Look-alikes of / }).click();
    await pick(source);
    const results = page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem');
    const act = async (identifier: string, action: string): Promise<void> => {
      await open.settled(); // The list is shown anew after each deed, and an open menu would go with it.
      const card = results.filter({ hasText: identifier });
      await card.getByRole('button', { name: /What to do with/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act(first, 'Hide');
    await page.getByText(new RegExp(`^Hide .*\\(${first}\\)$`)).waitFor();
    await act(third, 'Boost');
    await page.getByText(new RegExp(`^Boost .*\\(${third}\\)`)).waitFor();
    await page.getByRole('switch', { name: 'Highlighted' }).click();
    await publish('As we want them', ({ promotionDetail }) => promotionDetail !== undefined);
    const after = await answer();
    expect(listIdentifiers(after).slice(0, 2)).toEqual([third, second]);
    // No other variant of the hidden product takes its place.
    expect(listIdentifiers(after).map(familyOf)).not.toContain(familyOf(first));
    expect(after.promotionDetail).toMatchObject({ campaignName: 'As we want them', highlighted: true });
    await withdraw('As we want them');
  });

  it('refuses a filter on a field that the catalogue does not have', async () => {
    await begin('Promotion', 'A field too many');
    await page.getByText('Boost or hide a group of products').click();
    const filter = page.getByRole('group', { name: 'Filter' });
    await filter.getByRole('button', { name: 'Write as text' }).click();
    await filter.getByLabel('Filter as text').fill("bland eq 'Acme'");
    await page.getByRole('button', { name: 'Add this rule' }).click();
    await page.getByText('Boost products whose bland is Acme by 2.0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'no filter field called bland' });
    await alert.waitFor();
    const saved = (await admin('GET', `websites/${shop.name}/campaigns`)) as {
      declaration: { name: string };
    }[];
    expect(saved.map(({ declaration }) => declaration.name)).not.toContain('A field too many');
  });

  it('pins a product by keyboard alone', async () => {
    const { tabTo, tabAndType, type } = createKeyboard(open);
    const before = listIdentifiers(await answer());
    const [, , third = ''] = before;
    await open.goto(shop.name);
    await page.evaluate(
      'window.pressed = 0; addEventListener("pointerdown", () => { window.pressed += 1; }, true)',
    );
    await page.keyboard.press('Control+k');
    await type(page.getByRole('combobox'), 'campaigns');
    await page.getByRole('option', { name: 'Campaigns', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('link', { name: 'New campaign', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: /^Look-alikes of / }));
    await page.keyboard.press('Enter');
    await type(page.getByLabel('Find by name or identifier'), source);
    await tabTo(page.getByRole('dialog').getByRole('button', { name: source }));
    await page.keyboard.press('Enter');
    const name = shop.products.find(({ identifier }) => identifier === third)?.displayText ?? '';
    await tabTo(page.getByRole('button', { name: `3: move ${name}`, exact: true }));
    await page.keyboard.press('Enter');
    await type(page.getByRole('spinbutton', { name: 'Move to position' }), '1');
    await page.keyboard.press('Enter');
    await page.getByText(`Pin ${name} (${third}) to 1`, { exact: true }).waitFor();
    await tabAndType(page.getByLabel('Name', { exact: true }), 'By keyboard');
    await tabTo(page.getByRole('button', { name: 'Publish', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Publish now' }));
    await expectMessage(page, 'By keyboard is published.', () => page.keyboard.press('Enter'));
    await expect.poll(async () => listIdentifiers(await answer())[0]).toBe(third);
    expect((await answer()).promotionDetail).toMatchObject({ campaignName: 'By keyboard' });
    expect(await page.evaluate('window.pressed')).toBe(0);
    expect(open.complaints).toEqual([]);
  });

  it('undoes the last change', async () => {
    await open.goto(`${shop.name}/campaigns`);
    await page.getByRole('link', { name: 'By keyboard' }).click();
    await expectMessage(page, 'The last change was undone.', () =>
      page.getByRole('button', { name: 'Undo the last change' }).click(),
    );
    await expect.poll(async () => (await answer()).promotionDetail).toBeUndefined();
  });

  it('redirects the shopper', async () => {
    await begin('Redirect', 'To the sale');
    await page.getByLabel('Web address', { exact: true }).fill('https://shop.example/sale');
    await publish('To the sale', ({ resultStatus }) => resultStatus === 'redirect');
    expect((await answer()).redirect).toMatchObject({ url: 'https://shop.example/sale' });
    await withdraw('To the sale');
    expect(open.complaints).toEqual([]);
  });

  it('holds for the product that was arranged, and for no other', async () => {
    const other =
      shop.products.find(({ category, available }) => available && category === 'Lighting/Table Lamps')
        ?.identifier ?? '';
    const [first = ''] = listIdentifiers(await answer());
    await open.goto(`${shop.name}/campaigns/new`);
    await page.getByRole('button', { name: /^Look-alikes of / }).click();
    await pick(source);
    const scope = page.getByLabel('Applies to');
    await expect.poll(() => scope.inputValue()).toBe('product');
    await page.getByRole('button', { name: 'Add a product' }).click();
    await pick(first);
    await page.getByLabel('Name', { exact: true }).fill('For this one');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Publish For this one?' });
    await review.getByText(/^Changes the results of \d+ products? in 1 search box \(similar\)\.$/).waitFor();
    await expectMessage(page, 'For this one is published.', () =>
      review.getByRole('button', { name: 'Publish now' }).click(),
    );
    await expect.poll(async () => (await answer()).promotionDetail?.campaignName).toBe('For this one');
    expect((await answer({ identifier: other })).promotionDetail).toBeUndefined();
    await withdraw('For this one');
  });

  it('sends everybody away only after the name was typed', async () => {
    await begin('Redirect', 'Everybody leaves');
    await page.getByLabel('Web address', { exact: true }).fill('https://shop.example/sale');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Publish Everybody leaves?' });
    await review.getByText('No condition: it applies to every product.').waitFor();
    const confirm = review.getByRole('button', { name: 'Publish now' });
    expect(await confirm.isDisabled()).toBe(true);
    await review.getByLabel(/^Every shopper is redirected/).fill('Everybody');
    expect(await confirm.isDisabled()).toBe(true);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Web address', { exact: true }).fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('alert').waitFor();
    expect((await answer()).resultStatus).toBe('resultFound');
  });

  it('shows before and after, with marks of what moved', async () => {
    const [first = '', second = ''] = listIdentifiers(await answer());
    await begin('Promotion', 'Hide the best');
    await page.getByRole('button', { name: /^Look-alikes of / }).click();
    await pick(source);
    await open.settled();
    await page
      .getByRole('button', { name: /What to do with/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await page.getByText(new RegExp(`^Hide .*\\(${first}\\)$`)).waitFor();
    await page.getByRole('list', { name: 'Before' }).getByText(first).waitFor();
    const after = page.getByRole('list', { name: 'After' });
    await after.getByRole('listitem').first().getByText(second).waitFor();
    await after.getByRole('listitem').first().getByText('Up 1').waitFor();
  });
});
