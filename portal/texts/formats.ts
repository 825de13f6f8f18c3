/** Numbers, dates and sizes in the operator's language. */
export type Formats = {
  readonly number: (value: number, digits?: number) => string;
  readonly short: (value: number) => string;
  readonly percent: (share: number, digits?: number) => string;
  readonly price: (value: number, currency: string | null) => string;
  readonly bytes: (value: number) => string;
  readonly date: (iso: string) => string;
  /** Two days as a range: what they share is said once. */
  readonly dates: (from: string, until: string) => string;
  readonly time: (iso: string) => string;
  readonly ago: (iso: string, now?: number) => string;
  readonly duration: (seconds: number) => string;
};

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const ago = (language: string, iso: string, now: number): string => {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.round(seconds / step[1]), step[0]) : format.format(0, 'second');
};

const bytes = (language: string, value: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
  return format.format(value / 1000 ** power);
};

const duration = (language: string, seconds: number): string => {
  const [unit, size] =
    seconds >= 86_400
      ? (['day', 86_400] as const)
      : seconds >= 3600
        ? (['hour', 3600] as const)
        : seconds >= 60
          ? (['minute', 60] as const)
          : (['second', 1] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: size > 60 ? 1 : 0,
  }).format(seconds / size);
};

export const createFormats = (language: string): Formats => ({
  number: (value, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(
      value,
    ),
  short: (value) =>
    new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
  percent: (share, digits = 0) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share),
  price: (value, currency) =>
    currency === null
      ? new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
      : new Intl.NumberFormat(language, { style: 'currency', currency }).format(value),
  bytes: (value) => bytes(language, value),
  date: (iso) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso)),
  dates: (from, until) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).formatRange(new Date(from), new Date(until)),
  time: (iso) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
  ago: (iso, now = Date.now()) => ago(language, iso, now),
  duration: (seconds) => duration(language, seconds),
});
