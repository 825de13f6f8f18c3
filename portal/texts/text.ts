import type { Dictionary } from './dictionary.ts';
import type { Key, Messages } from './en.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The names between braces: `{count}`, and `count` of `{count|box|boxes}`. */
type Names<Message extends string> = Message extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}|${string}` ? Name : Inside) | Names<Rest>
  : never;

type Values<K extends Key> = { readonly [Name in Names<Messages[K]>]: string | number };
type Arguments<K extends Key> = [Names<Messages[K]>] extends [never] ? [] : [values: Values<K>];

/** Text for a key, with its values filled in: the compiler knows which values a text needs. */
export type Translate = <K extends Key>(key: K, ...args: Arguments<K>) => string;

/** A key that needs no values, for texts that are chosen by data. */
export type PlainKey = { [K in Key]: [Names<Messages[K]>] extends [never] ? K : never }[Key];

const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** `{name}` is the value; `{count|box|boxes}` is the word for one, or the word for many. */
export const fillIn = (
  message: string,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string =>
  message.replaceAll(placeholder, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) {
      return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : many;
    }
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });

export const createTranslator =
  (dictionary: Dictionary, language: Language): Translate =>
  (key, ...args) =>
    fillIn(dictionary[key], args[0] ?? {}, language);

export type TranslateFault = (
  key: `fault.${string}`,
  values: Readonly<Record<string, string | number>>,
) => string | null;

/** The text for a reason code; null for a code that is newer than the loaded page. */
export const createFaultTranslator =
  (dictionary: Dictionary, language: Language): TranslateFault =>
  (key, values) => {
    const message = (dictionary as Partial<Record<string, string>>)[key];
    return message === undefined ? null : fillIn(message, values, language);
  };

/** Each language is a chunk of its own, loaded on demand. */
export const loadDictionary = async (language: Language): Promise<Dictionary> => {
  if (language === 'de') return (await import('./de.ts')).de;
  return (await import('./en.ts')).en;
};

const storageKey = 'kindred.language';

export const readLanguage = (): Language => {
  const stored = localStorage.getItem(storageKey);
  const wanted = stored ?? navigator.language;
  return languages.find((language) => wanted.startsWith(language)) ?? 'en';
};

export const rememberLanguage = (language: Language): void => {
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
};
