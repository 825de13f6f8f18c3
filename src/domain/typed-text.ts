/**
 * A display text as a shopper would type it: lower case, otherwise its natural spelling with accents and signs, so that a
 * shop can put it into its search field. `women low trainers`, not the normal form `woman low trainer`.
 */
export const toTypedText = (displayText: string, language: string): string =>
  displayText.normalize('NFC').toLocaleLowerCase(language).replace(/\s+/gu, ' ').trim();
