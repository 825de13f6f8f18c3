/** What the components say by themselves. A shop replaces any of it by a slot of the same name. */
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

/** The language of the place on the page; English where we do not speak it. */
export const findLanguage = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang || navigator.language;

export const textsFor = (language: string): Texts =>
  languages[language.slice(0, 2).toLowerCase()] ?? (languages['en'] as Texts);
