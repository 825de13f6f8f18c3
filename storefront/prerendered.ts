import type { ServiceAnswer } from './service.ts';

/**
 * The answer that the shop's server put into the declarative shadow root, together with the list. It is taken once:
 * a later load asks the service.
 */
export const takePrerendered = (root: ShadowRoot): ServiceAnswer | null => {
  const data = root.querySelector('script[type="application/json"]');
  if (data === null) return null;
  data.remove();
  try {
    const {
      answer,
      requestId = null,
      version = null,
    } = JSON.parse(data.textContent) as Partial<ServiceAnswer>;
    return answer === undefined ? null : { answer, requestId, version };
  } catch {
    return null;
  }
};
