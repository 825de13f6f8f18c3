import type { ElementTexts } from './model/attributes.ts';

/** Texts of the tiles. Each optional part has its own. */
export type Texts = { readonly ad: string; readonly promoted: string };

const languages: Readonly<Record<string, Texts>> = {
  en: { ad: 'Ad', promoted: 'Featured' },
  de: { ad: 'Anzeige', promoted: 'Empfohlen' },
  hu: { ad: 'Hirdetés', promoted: 'Kiemelt' },
};

/** The `lang` that applies to the element, else the browser's language. A wrong tag must not cost the shop its prices. */
export const findLanguage = (element: Element): string => {
  try {
    const given = element.closest<HTMLElement>('[lang]')?.lang || navigator.language;
    return Intl.getCanonicalLocales(given)[0] ?? 'en';
  } catch {
    return 'en';
  }
};

/** The `texts` of the element. What is not JSON counts as none: the page must not break over it. */
export const readOwnTexts = (element: Element): ElementTexts => {
  try {
    return JSON.parse(element.getAttribute('texts') ?? '{}') as ElementTexts;
  } catch {
    return {};
  }
};

/** The texts of a language, region aside, English where there are none; under those of the page. */
export const pickTexts = <T>(
  all: Readonly<Record<string, T>>,
  { language, ownTexts }: { readonly language: string; readonly ownTexts: ElementTexts },
): T => ({ ...(all[language.slice(0, 2).toLowerCase()] ?? (all['en'] as T)), ...ownTexts });

export const textsFor = (settings: Parameters<typeof pickTexts>[1]): Texts => pickTexts(languages, settings);

export const formatPrice = (price: number, currency: string | null, language: string): string => {
  const isCurrency = /^[A-Z]{3}$/.test(currency ?? '');
  return price.toLocaleString(language, isCurrency ? { style: 'currency', currency: String(currency) } : {});
};
