/** States of pages that need an action first: dialogs, drawers, menus, the command palette, answers. */
import type { Page } from 'playwright-core';
import { de } from '../../portal/texts/de.ts';
import type { Dictionary } from '../../portal/texts/dictionary.ts';
import type { Key } from '../../portal/texts/en.ts';
import type { Route } from './routes.ts';

export type State = Route & { readonly open: (page: Page) => Promise<void> };

type Step = (page: Page) => Promise<void>;

/** Matches a message whatever its placeholders are filled with. */
const toPattern = (message: string): RegExp =>
  new RegExp(
    `^${message
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

const createSteps = (texts: Dictionary, password: string) => {
  const named = (key: Key): RegExp => toPattern(texts[key]);
  const press =
    (key: Key): Step =>
    (page) =>
      page
        .getByRole('button', { name: named(key) })
        .first()
        .click();
  const tab =
    (key: Key): Step =>
    (page) =>
      page.getByRole('tab', { name: named(key) }).click();
  const chooseFirst: Step = async (page) => {
    await press('preview.choose')(page);
    await page.locator('dialog li button').first().click();
    await page.locator('main ol li article').first().waitFor();
  };
  const typePattern: Step = async (page) => {
    await page.locator('main input[type=search]').fill(texts === de ? 'rucksack' : 'backpack');
    await page.locator('main ol li').first().waitFor();
  };
  /** On a phone the sidebar is a drawer. */
  const sidebar: Step = async (page) => {
    const menu = page.getByRole('button', { name: named('shell.menu') });
    if (await menu.isVisible()) await menu.click();
  };
  /** The form with the picture to scan, which asks for the password first. */
  const beginTotp: Step = async (page) => {
    await page.locator('main input[type=password]').last().fill(password);
    await press('security.totpBegin')(page);
    await page.locator('main form img').waitFor();
  };
  const firstProduct: Step = (page) => page.locator('main article h3 button').first().click();
  return { press, tab, chooseFirst, typePattern, firstProduct, sidebar, beginTotp };
};

/** The states of the given routes, each with the steps that open it. One of them asks for the operator's password. */
export const listStates = (routes: readonly Route[], texts: Dictionary, password: string): State[] => {
  const steps = createSteps(texts, password);
  const { press, tab, chooseFirst, typePattern, firstProduct, sidebar, beginTotp } = steps;
  const palette: Step = async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
  };
  const wanted: readonly (readonly [route: RegExp, state: string, ...steps: Step[]])[] = [
    [/^overview$/, 'palette', palette],
    [/^overview$/, 'account', press('shell.account')],
    [/^overview$/, 'menu', sidebar],
    [/^overview$/, 'theme', sidebar, press('theme.label')],
    [/^overview$/, 'language', sidebar, press('language.label')],
    [/^overview$/, 'shops', sidebar, press('shell.switchWebsite')],
    [/^boxes$/, 'new', press('boxes.new')],
    [/^datasets$/, 'new', press('datasets.new')],
    [/^campaigns$/, 'calendar', tab('campaigns.view.calendar')],
    [/^members$/, 'remove', press('common.removeOf')],
    [/^audit$/, 'details', (page) => page.locator('main td button').first().click()],
    [/^keys$/, 'new', press('keys.new')],
    [/^keys$/, 'reveal', press('keys.reveal')],
    [/^keys$/, 'rotate', press('keys.rotate')],
    [/^dataset-waiting-imports$/, 'faults', press('faults.show')],
    [/^profile$/, 'totp', beginTotp],
    [/^campaign-new$/, 'picker', press('promotion.source')],
    [/^campaign-promotion$/, 'arranged', chooseFirst],
    [/^campaign-promotion$/, 'menu', press('common.more')],
    [/^box-search-general$/, 'delete', press('box.delete')],
    [/^box-search-preview$/, 'why', firstProduct],
    [/^box-search-preview$/, 'json', tab('preview.view.json')],
    [/^box-related.*-preview$/, 'answer', typePattern],
  ];
  return wanted.flatMap(([route, state, ...actions]) =>
    routes
      .filter(({ name }) => route.test(name))
      .map(({ name, path }) => ({
        name: `${name}-${state}`,
        path,
        open: async (page: Page) => {
          for (const act of actions) await act(page);
        },
      })),
  );
};
