export type OperationCall = {
  readonly path: '/search/imagesearch' | '/relatedsearches/keywords';
  readonly parameters: Readonly<Record<string, string>>;
  readonly key: string;
};

export type OperationAnswer = { readonly status: number; readonly ms: number; readonly body: string };

const indentJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Calls a public operation exactly as a shop does: no cookie, a key in the header. */
export const callOperation = async ({ path, parameters, key }: OperationCall): Promise<OperationAnswer> => {
  const startedAt = performance.now();
  const response = await fetch(`${path}?${new URLSearchParams(parameters).toString()}`, {
    headers: { 'Ocp-Apim-Subscription-Key': key },
    credentials: 'omit',
    cache: 'no-store',
  });
  const text = await response.text();
  return { status: response.status, ms: Math.round(performance.now() - startedAt), body: indentJson(text) };
};
