import type { Texts } from '../../texts/text-context.tsx';

type NamedField = { readonly name: string; readonly displayName: string };

/** Fields that every catalogue has: their names in it are those of the program. */
const ownNames = {
  identifier: 'item.field.identifier',
  displayText: 'item.field.displayText',
  url: 'item.field.url',
  imageUrl: 'item.field.imageUrl',
  groupId: 'item.field.groupId',
  available: 'item.field.available',
  currency: 'settings.currency',
} as const;

const hasOwnName = (name: string): name is keyof typeof ownNames => Object.hasOwn(ownNames, name);

/** The name of a field as people read it: ours, else that of the catalogue, else that of the record. */
export const nameField = (t: Texts['t'], name: string, fields: readonly NamedField[]): string =>
  hasOwnName(name) ? t(ownNames[name]) : (fields.find((field) => field.name === name)?.displayName ?? name);
