/*
 * Numbers of products, parcels and campaigns are searched for, but they are no words that would lead another
 * shopper anywhere. Model names (`wh1000xm4`, `ps4`, `rtx 4090`) must stay.
 */

const codeDefaults = {
  /** A word of digits alone. `1942` and `2160` are names; six digits are an article number. */
  digitsAtLeast: 6,
  /** A word of letters and digits mixed. */
  mixedLengthAtLeast: 10,
  mixedDigitsAtLeast: 3,
} as const;

const isCode = (word: string): boolean => {
  if (/^\d+$/.test(word)) return word.length >= codeDefaults.digitsAtLeast;
  const digits = word.replace(/\D/g, '').length;
  return word.length >= codeDefaults.mixedLengthAtLeast && digits >= codeDefaults.mixedDigitsAtLeast;
};

/** The whole text is one code: an article number, a parcel's number, an order's number. */
export const isBareCode = (text: string): boolean => {
  const joined = text.replace(/[\s\-_/.#]/g, '');
  const words = text.split(/\s+/).filter((word) => word !== '');
  return (
    words.length > 0 && (words.every((word) => isCode(word.replace(/\W/g, ''))) || isParcelNumber(joined))
  );
};

/** Forms of the large carriers, also when typed in groups. */
const isParcelNumber = (joined: string): boolean =>
  /^1z[0-9a-z]{16}$/i.test(joined) || /^[a-z]{2}\d{9}[a-z]{2}$/i.test(joined);

/** `laborday_videogames_20110902`, `20110801_gow3`, `utm_source=…`: links of mailings end up in search fields. */
export const hasCampaignCode = (text: string): boolean =>
  /\w_\w/.test(text) ||
  /\butm\b|\butm_/i.test(text) ||
  /(^|\D)20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])(\D|$)/.test(text);
