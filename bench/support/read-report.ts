/** One number of a benchmark. */
export type Row = { readonly label: string; readonly value: number; readonly unit: string };

const units: Record<string, string> = {
  seconds: 's',
  cpuSeconds: 's of processor time',
  medianMs: 'ms, median',
  worstMs: 'ms, worst',
  medianOfAllMs: 'ms, median of all groups',
  kernelNs: 'ns a row of bits, before or after',
  groups: 'groups',
  counted: 'groups that count',
  megabytes: 'MB',
  bytesPerProduct: 'bytes a product',
  bytesPerProductAtStart: 'bytes a product at start',
  recall: 'of the true 24',
  recallOf24: 'of the true 24',
  recallOf200: 'of the true 200',
  different: 'sets that differ when asked again',
  peakMegabytes: 'MB at most',
  cpuMs: 'ms of processor time',
  timesKindred: 'x Kindred',
  requestsPerSecond: 'requests a second',
  perSecond: 'requests a second',
  barePerSecond: 'requests a second, bare server',
  percent: '% of a bare server',
  cpuPercent: '% of a bare server, by processor time',
  keptPercent: '% kept answers',
  microsPerAnswer: 'µs of processor time',
  p99Ms: 'ms, p99',
  bareP99Ms: 'ms, p99 of a bare server',
  bareOwnP99Ms: 'ms, p99 of a bare server at its own half load',
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

/** A list of objects with names is the same as one object of them. */
const nameEntries = (report: unknown): unknown => {
  if (!Array.isArray(report) || report.length === 0) return report;
  const entries = report.map((one: unknown) =>
    isRecord(one) && typeof one['name'] === 'string' ? ([one['name'], one] as const) : null,
  );
  return entries.includes(null) ? null : Object.fromEntries(entries.filter((entry) => entry !== null));
};

/** The numbers of a program that prints JSON: one object, or a list of objects with names; null for one that prints text. */
export const listRows = (text: string): Row[] | null => {
  const report = nameEntries(parse(text));
  if (!isRecord(report)) return null;
  return Object.entries(report).flatMap(([label, values]) =>
    isRecord(values)
      ? Object.entries(values).flatMap(([name, value]) =>
          typeof value === 'number' ? [{ label, value, unit: units[name] ?? name }] : [],
        )
      : [],
  );
};
