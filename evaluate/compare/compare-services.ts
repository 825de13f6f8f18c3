import { Fault } from '../../src/errors.ts';
import { formatTable } from '../../src/cli/terminal/output.ts';
import { type AnswerDifference, compareAnswers } from './compare-answers.ts';
import { compareRecords, type RecordField } from './compare-records.ts';

export type Service = {
  readonly url: string;
  readonly key: string;
  /** Trackers of the search box and of the related box. */
  readonly search: string;
  readonly related: string;
};

export type Inputs = { readonly identifiers: readonly string[]; readonly patterns: readonly string[] };

export type ComparedRequest = AnswerDifference & {
  readonly request: string;
  /** HTTP status here and there. */
  readonly statuses: readonly [number, number];
};

export type Comparison = {
  readonly requests: number;
  readonly equal: number;
  /** Requests with another status, shape, count or result. */
  readonly different: readonly ComparedRequest[];
  /** Every field of the other service's product records. */
  readonly records: readonly RecordField[];
};

/** One request after the other: the other service may have a low rate limit. */
export const compareServices = async (
  here: Service,
  there: Service,
  { identifiers, patterns }: Inputs,
  signal?: AbortSignal,
): Promise<Comparison> => {
  const requests = [
    ...identifiers.map((identifier) => ({ path: '/search/imagesearch', box: 'search', identifier }) as const),
    ...patterns.map((pattern) => ({ path: '/relatedsearches/keywords', box: 'related', pattern }) as const),
  ];
  const compared: ComparedRequest[] = [];
  const answers: [here: unknown, there: unknown][] = [];
  for (const { path, box, ...parameters } of requests) {
    const ask = (service: Service) =>
      fetchAnswer(service, path, { btr: service[box], ...parameters }, signal);
    const [own, other] = [await ask(here), await ask(there)];
    answers.push([own.json, other.json]);
    compared.push({
      request: `${path} ${Object.values(parameters).join(' ')}`,
      statuses: [own.status, other.status],
      ...compareAnswers(own.json, other.json),
    });
  }
  const different = compared.filter(isDifferent);
  const equal = compared.length - different.length;
  return { requests: compared.length, equal, different, records: compareRecords(answers) };
};

/** Whether a client of the other service would see anything else here. */
export const hasDifferences = ({ different, records }: Comparison): boolean =>
  different.length > 0 || records.some(({ remark }) => remark !== null);

const isDifferent = ({ statuses: [here, there], shape, counts, overlap }: ComparedRequest): boolean =>
  here !== there || shape.length > 0 || counts !== null || overlap < 1;

const fetchAnswer = async (
  { url, key }: Service,
  path: string,
  parameters: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ status: number; json: unknown }> => {
  const query = new URLSearchParams(parameters).toString();
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}?${query}`, {
      headers: { 'Ocp-Apim-Subscription-Key': key },
      ...(signal && { signal }),
    });
    return { status: response.status, json: parseJson(await response.text()) };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Fault('unavailable', `${url} cannot be reached.`, {
      cause,
      nextStep:
        'Check the address, and that the service runs. `--here <url>` names the address of this service.',
    });
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

export const renderComparison = ({ requests, equal, different, records }: Comparison): string =>
  [
    `${requests} requests, ${equal} equal, ${different.length} different`,
    ...different.flatMap(renderRequest),
    ...renderRecords(records),
  ].join('\n');

const renderRecords = (records: readonly RecordField[]): string[] => {
  if (records.length === 0) return [];
  if (records.every(({ remark }) => remark === null))
    return [`${records.length} fields of product records, all with the same name and type`];
  const rows = records.map(({ there, here, remark }) => [there, here ?? '–', remark ?? '']);
  return ['', formatTable([['their field', 'our field', ''], ...rows])];
};

const renderRequest = ({ request, statuses, shape, counts, overlap }: ComparedRequest): string[] => [
  `  ${request}`,
  ...(statuses[0] === statuses[1] ? [] : [`    status ${statuses[0]}, there ${statuses[1]}`]),
  ...shape.map((line) => `    ${line}`),
  ...(counts === null ? [] : [`    ${counts[0]} results, there ${counts[1]}`]),
  ...(overlap === 1 ? [] : [`    overlap ${overlap.toFixed(2)}`]),
];
