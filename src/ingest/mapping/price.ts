export type Amount = {
  readonly amount: number;
  readonly currency: string | null;
};

const symbols: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₺': 'TRY',
  ft: 'HUF',
  zł: 'PLN',
  kč: 'CZK',
  tl: 'TRY',
};

const currencyIn = (text: string): string | null => {
  const word = text.replace(/[\d\s.,'’+-]/g, '').toLowerCase();
  if (word in symbols) return symbols[word] ?? null;
  return /^[a-z]{3}$/.test(word) ? word.toUpperCase() : null;
};

/**
 * The last separator is the decimal one when one or two digits follow it, or when the other kind stands
 * before it. `1.299` and `1,299` are thousands; `12.5` and `12,50` are not.
 */
const withPlainPoint = (digits: string): string => {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return digits;
  const mark = digits.charAt(last);
  const other = mark === '.' ? ',' : '.';
  const decimals = digits.length - last - 1;
  const isOnlyOne = digits.indexOf(mark) === last;
  const isDecimal = isOnlyOne && (digits.includes(other) || decimals !== 3);
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '');
  return isDecimal ? `${whole}.${digits.slice(last + 1)}` : whole;
};

/** `1 299,00 Ft`, `$1,299.00`, `EUR 12.5` → an amount; null for what is none. */
export const readPrice = (value: unknown): Amount | null => {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { amount: value, currency: null } : null;
  if (typeof value !== 'string') return null;
  const match = /^\D*?(\d[\d\s.,'’]*)\D*$/.exec(value.trim());
  if (!match?.[1] || value.includes('-')) return null;
  const digits = match[1].replace(/[\s'’]/g, '').replace(/[.,]$/, '');
  const amount = Number(withPlainPoint(digits));
  return Number.isFinite(amount) ? { amount, currency: currencyIn(value) } : null;
};
