/*
 * Shoppers search for article, parcel and campaign numbers, but these are useless as suggestions for others.
 * Model names (`wh1000xm4`, `ps4`, `rtx 4090`) must stay.
 */

const codeDefaults = {
  /** Digits only: `1942` and `2160` are names, six digits are an article number. */
  digitsAtLeast: 6,
  /** Letters and digits mixed. */
  mixedLengthAtLeast: 10,
  mixedDigitsAtLeast: 3,
} as const;

const looksLikeProductCode = (word: string): boolean => {
  if (/^\d+$/.test(word)) return word.length >= codeDefaults.digitsAtLeast;
  const digits = word.replace(/\D/g, '').length;
  return word.length >= codeDefaults.mixedLengthAtLeast && digits >= codeDefaults.mixedDigitsAtLeast;
};

/** The whole text is a code: an article, parcel or order number. */
export const isOnlyProductCode = (text: string): boolean => {
  const compact = text.replace(/[\s\-_/.#]/g, '');
  const words = text.split(/\s+/).filter((word) => word !== '');
  return (
    words.length > 0 &&
    (words.every((word) => looksLikeProductCode(word.replace(/\W/g, ''))) || isParcelNumber(compact))
  );
};

/** Formats of UPS and of postal services, also when typed in groups. */
const isParcelNumber = (compact: string): boolean =>
  /^1z[0-9a-z]{16}$/i.test(compact) || /^[a-z]{2}\d{9}[a-z]{2}$/i.test(compact);

/** `laborday_videogames_20110902`, `20110801_gow3`, `utm_source=…`: parts of links in newsletters end up in search fields. */
export const hasCampaignCode = (text: string): boolean =>
  /\w_\w/.test(text) ||
  /\butm\b|\butm_/i.test(text) ||
  /(^|\D)20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])(\D|$)/.test(text);
