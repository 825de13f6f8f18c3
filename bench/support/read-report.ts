/** One number of a benchmark. */
export type Row = { readonly label: string; readonly value: number; readonly unit: string };

const units: Record<string, string> = {
  seconds: 's',
  cpuSeconds: 's of processor time',
  medianMs: 'ms, median',
  worstMs: 'ms, worst',
  megabytes: 'MB',
  bytesPerProduct: 'bytes a product',
  recall: 'of the true 24',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The numbers of a program that prints one JSON object; null for one that prints text. */
export const listRows = (text: string): Row[] | null => {
  const report = parse(text);
  if (!isRecord(report)) return null;
  return Object.entries(report).flatMap(([label, values]) =>
    isRecord(values)
      ? Object.entries(values).flatMap(([name, value]) =>
          typeof value === 'number' ? [{ label, value, unit: units[name] ?? name }] : [],
        )
      : [],
  );
};
