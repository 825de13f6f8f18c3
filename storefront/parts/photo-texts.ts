/** `one` and `other` are plural forms; the texts of a page may have the others of its language too. */
export type PhotoTexts = Readonly<
  Record<
    | 'title'
    | 'photo'
    | 'camera'
    | 'chosen'
    | 'part'
    | 'auto'
    | 'whole'
    | 'upper'
    | 'middle'
    | 'lower'
    | 'draw'
    | 'words'
    | 'searching'
    | 'refused'
    | 'away'
    | 'one'
    | 'other',
    string
  >
> & { readonly [Form in Intl.LDMLPluralRule]?: string };

export const photoTexts: Readonly<Record<string, PhotoTexts>> = {
  en: {
    title: 'Search by picture',
    photo: 'Choose a photo',
    camera: 'Take a photo',
    chosen: 'Your photo',
    part: 'What to search for',
    auto: 'Find it for me',
    whole: 'The whole photo',
    upper: 'Upper part',
    middle: 'Middle',
    lower: 'Lower part',
    draw: 'Or draw a rectangle on the photo.',
    words: 'Words beside the photo (optional)',
    searching: 'Searching …',
    refused: 'This photo cannot be used. Please choose another one.',
    away: 'The search is not available right now. Please try again.',
    one: '{count} product',
    other: '{count} products',
  },
  de: {
    title: 'Suche mit Bild',
    photo: 'Foto auswählen',
    camera: 'Foto aufnehmen',
    chosen: 'Ihr Foto',
    part: 'Wonach gesucht wird',
    auto: 'Selbst finden',
    whole: 'Das ganze Foto',
    upper: 'Oberer Teil',
    middle: 'Mitte',
    lower: 'Unterer Teil',
    draw: 'Oder ziehen Sie auf dem Foto ein Rechteck auf.',
    words: 'Wörter zum Foto (freiwillig)',
    searching: 'Suche läuft …',
    refused: 'Dieses Foto kann nicht verwendet werden. Bitte wählen Sie ein anderes.',
    away: 'Die Suche ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.',
    one: '{count} Produkt',
    other: '{count} Produkte',
  },
  hu: {
    title: 'Keresés képpel',
    photo: 'Fénykép kiválasztása',
    camera: 'Fényképezés',
    chosen: 'A fényképe',
    part: 'Mit keressünk',
    auto: 'Keresse meg a gép',
    whole: 'Az egész kép',
    upper: 'Felső rész',
    middle: 'Közepe',
    lower: 'Alsó rész',
    draw: 'Vagy rajzoljon téglalapot a képre.',
    words: 'Szavak a képhez (nem kötelező)',
    searching: 'Keresés …',
    refused: 'Ez a kép nem használható. Kérjük, válasszon másikat.',
    away: 'A keresés most nem érhető el. Kérjük, próbálja újra.',
    one: '{count} termék',
    other: '{count} termék',
  },
};
