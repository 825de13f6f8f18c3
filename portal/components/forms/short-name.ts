/** Letters that Unicode does not take apart into a base letter and an accent. */
const spelledOut: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** `Mode für Alle!` → `mode-fur-alle`: lower case letters, digits and hyphens, as the service takes a short name. */
export const toShortName = (displayName: string): string =>
  displayName
    .toLowerCase()
    .replaceAll(/[ßæœøłđ]/g, (letter) => spelledOut[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
