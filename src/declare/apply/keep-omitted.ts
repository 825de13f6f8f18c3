import type { SettingsReader } from '../../store/store.ts';
import { describeWebsite } from '../describe/describe.ts';

type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lists = ['datasets', 'boxes', 'campaigns', 'subscriptions'] as const;

/**
 * The declaration with every field that it leaves out taken from what is stored, for the website and for each item that
 * it names. A value that is given replaces the stored one as a whole. Input that is no declaration is returned as it is:
 * the schema refuses it.
 */
export const keepOmitted = (store: SettingsReader, input: unknown): unknown => {
  const settings = isItem(input) ? input['website'] : null;
  if (!isItem(input) || !isItem(settings) || typeof settings['name'] !== 'string') return input;
  const website = store.websites.byName(settings['name']);
  if (website === null) return input;
  const stored: Item = describeWebsite(store, website);
  const given = lists.filter((list) => Array.isArray(input[list]));
  return {
    ...input,
    website: { ...(stored['website'] as Item), ...settings },
    ...Object.fromEntries(
      given.map((list) => [list, mergeItems(input[list] as unknown[], stored[list] as Item[])]),
    ),
  };
};

const mergeItems = (declared: readonly unknown[], stored: readonly Item[]): unknown[] =>
  declared.map((item) => {
    if (!isItem(item)) return item;
    // A box of another kind has other fields.
    const isSame = (other: Item): boolean =>
      other['name'] === item['name'] && (item['kind'] ?? other['kind']) === other['kind'];
    return { ...stored.find(isSame), ...item };
  });
