/** The service that served this module; an element's `base` attribute overrides it. */
const ownBase = new URL(/* @vite-ignore */ '..', import.meta.url).href;

export type Service = { readonly base: string; readonly key: string };

export const readService = (element: Element): Service => ({
  base: `${(element.getAttribute('base') ?? ownBase).replace(/\/+$/, '')}/`,
  key: element.getAttribute('key') ?? '',
});

/** The parsed answer, and the request id that events about its list carry as `query_id`. */
export type ServiceAnswer = { readonly answer: unknown; readonly requestId: string | null };

export const fetchAnswer = async (
  { base, key }: Service,
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ServiceAnswer> => {
  const response = await fetch(`${base}${path}?${new URLSearchParams(parameters).toString()}`, {
    headers: { 'Ocp-Apim-Subscription-Key': key },
    credentials: 'omit',
    signal,
  });
  const answer: unknown = await response.json();
  if (response.ok) return { answer, requestId: response.headers.get('x-request-id') };
  throw new Error(typeof answer === 'string' ? answer : `The service answers ${response.status}.`);
};

/** Sends a UBI event without waiting for it. `keepalive` lets it finish when the page is being left. */
export const sendEvent = ({ base, key }: Service, event: object): void => {
  const address = `${base}events?${new URLSearchParams({ 'subscription-key': key }).toString()}`;
  const options = {
    method: 'POST',
    body: JSON.stringify(event),
    keepalive: true,
    credentials: 'omit',
  } as const;
  fetch(address, options).catch(() => undefined);
};
