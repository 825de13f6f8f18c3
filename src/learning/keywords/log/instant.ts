/** Numbers from here on are milliseconds, smaller ones seconds. As seconds this is the year 5138. */
const firstMilliseconds = 1e11;

const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 instant, of a date and time without zone (taken as UTC, so that the result
 * does not depend on the machine), or of a Unix time in seconds or milliseconds. Null for anything else.
 */
export const readInstant = (value: unknown): number | null => {
  if (typeof value === 'number') return readNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,14}(\.\d+)?$/.test(text)) return readNumber(Number(text));
  const parts = datePattern.exec(text);
  if (!parts) return null;
  const [, date, time = '00:00', zone = 'Z'] = parts;
  const instant = Date.parse(`${date}T${toThreeDigits(time.replace(',', '.'))}${zone}`);
  return Number.isNaN(instant) ? null : instant;
};

const readNumber = (value: number): number | null => {
  if (!Number.isFinite(value) || value <= 0) return null;
  return Math.round(value < firstMilliseconds ? value * 1000 : value);
};

/** Exports have one to nine digits of a second; `Date.parse` is defined only for three. */
const toThreeDigits = (time: string): string => {
  const [whole = '', fraction] = time.split('.');
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, 3).padEnd(3, '0')}`;
};
