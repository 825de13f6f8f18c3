/** Where the module came from is where the service is, unless an element says otherwise. */
const ownBase = new URL(/* @vite-ignore */ '..', import.meta.url).href;

export type Service = { readonly base: string; readonly key: string };

export const readService = (element: Element): Service => ({
  base: `${(element.getAttribute('base') ?? ownBase).replace(/\/+$/, '')}/`,
  key: element.getAttribute('key') ?? '',
});

/** The answer, and the request id by which its list is known when something in it is chosen. */
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

/** A UBI event. It goes even while the page is being left, and nobody waits for it. */
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
