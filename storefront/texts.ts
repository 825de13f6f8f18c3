/** Default texts of the components. A shop replaces one with a slot of the same name. */
export type Texts = {
  readonly loading: string;
  readonly empty: string;
  readonly error: string;
  readonly retry: string;
};

const languages: Readonly<Record<string, Texts>> = {
  en: {
    loading: 'Loading …',
    empty: 'Nothing to show here.',
    error: 'This could not be loaded.',
    retry: 'Try again',
  },
  de: {
    loading: 'Wird geladen …',
    empty: 'Hier gibt es nichts zu zeigen.',
    error: 'Das konnte nicht geladen werden.',
    retry: 'Noch einmal versuchen',
  },
};

/** The `lang` that applies to the element, else the browser's language. */
export const findLanguage = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang || navigator.language;

export const textsFor = (language: string): Texts =>
  languages[language.slice(0, 2).toLowerCase()] ?? (languages['en'] as Texts);
