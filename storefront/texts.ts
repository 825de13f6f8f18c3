/** Texts of the tiles. Each optional part has its own. */
export type Texts = { readonly ad: string; readonly promoted: string };

const languages: Readonly<Record<string, Texts>> = {
  en: { ad: 'Ad', promoted: 'Featured' },
  de: { ad: 'Anzeige', promoted: 'Empfohlen' },
};

/** The `lang` that applies to the element, else the browser's language. */
export const findLanguage = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang || navigator.language;

/** The texts of a language, region aside; English where there are none. */
export const pickTexts = <T>(all: Readonly<Record<string, T>>, language: string): T =>
  all[language.slice(0, 2).toLowerCase()] ?? (all['en'] as T);

export const textsFor = (language: string): Texts => pickTexts(languages, language);

/** A wrong language tag in the page must not cost the shop its prices. */
export const formatPrice = (price: number, currency: string | null, language: string): string => {
  const isCurrency = /^[A-Z]{3}$/.test(currency ?? '');
  const options = isCurrency ? ({ style: 'currency', currency: String(currency) } as const) : {};
  try {
    return price.toLocaleString(language, options);
  } catch {
    return price.toLocaleString('en', options);
  }
};
