export type Price = {
  readonly amount: number;
  readonly currency: string | null;
};

/** Currency signs and short words, without points and in lower case. */
const symbols = new Map(
  `$ USD, us$ USD, c$ CAD, ca$ CAD, a$ AUD, au$ AUD, r$ BRL, € EUR, £ GBP, ¥ JPY, ₹ INR, ₺ TRY, ₽ RUB, ₴ UAH, ₪ ILS, ₩ KRW,
  euro EUR, ft HUF, zł PLN, zl PLN, kč CZK, kc CZK, tl TRY, lei RON, лв BGN, fr CHF, sfr CHF, din RSD`
    .split(',')
    .map((pair): [string, string] => {
      const [symbol = '', currency = ''] = pair.trim().split(' ');
      return [symbol, currency];
    }),
);

const parseCurrency = (around: string): string | null => {
  const word = around.replace(/[\s.,'’–—+-]/g, '').toLowerCase();
  return symbols.get(word) ?? (/^[a-z]{3}$/.test(word) ? word.toUpperCase() : null);
};

/**
 * The last separator is the decimal separator if other than three digits follow it, or if the other separator
 * occurs before it. `1.299` and `1,299` are thousands; `12.5` and `12,50` are not.
 */
const normalizeDecimals = (digits: string): string => {
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

/** `5,-` and `5.–` are whole amounts; any other dash means a range or a negative amount. */
const wholeAmount = /[.,]\s?[-–—]+/;

/** `1 299,00 Ft`, `$1,299.00`, `EUR 12.5` → a price; null if it cannot be read. */
export const parsePrice = (value: unknown): Price | null => {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { amount: value, currency: null } : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(wholeAmount, '');
  const [, before = '', number, after = ''] = /^(\D*?)([.,]?\d[\d\s.,'’]*)(\D*)$/.exec(text) ?? [];
  if (number === undefined || /[-–—]/.test(text)) return null;
  const digits = number.replace(/[\s'’]/g, '').replace(/[.,]$/, '');
  const amount = Number(normalizeDecimals(digits));
  return Number.isFinite(amount) ? { amount, currency: parseCurrency(before + after) } : null;
};
