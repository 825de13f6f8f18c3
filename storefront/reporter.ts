import { readService, sendEvent } from './service.ts';
import { readShopper } from './settings.ts';

/** The answer that events are about. */
export type AnswerSource = {
  readonly requestId: string | null;
  readonly version: string | null;
  readonly campaigns: readonly number[];
};

export type Reporter = {
  /** Sends one impression of the list. Before the shopper has a pseudonym and consents, it waits. */
  readonly reportImpression: (source: AnswerSource) => void;
  readonly reportClick: (source: AnswerSource, object: object, position: number, isAd: boolean) => void;
  /** The attributes `shopper` or `consent` changed. */
  readonly retry: () => void;
  /** A new list: an impression that was not sent is dropped. */
  readonly forget: () => void;
};

export const createReporter = (element: Element): Reporter => {
  let waiting: AnswerSource | null = null;

  const send = (
    action: string,
    { requestId, version, campaigns }: AnswerSource,
    attributes: object,
  ): boolean => {
    const shopper = readShopper(element);
    if (shopper === null) return false;
    sendEvent(readService(element), {
      client_id: shopper,
      action_name: action,
      ...(requestId !== null && { query_id: requestId }),
      event_attributes: {
        ...attributes,
        btr: element.getAttribute('tracker'),
        ...(version !== null && { version }),
        ...(campaigns.length > 0 && { campaigns }),
      },
    });
    return true;
  };
  const sendWaiting = (): void => {
    if (waiting !== null && send('impression', waiting, {})) waiting = null;
  };

  return {
    reportImpression: (source) => {
      waiting = source;
      sendWaiting();
    },
    reportClick: (source, object, position, isAd) => {
      send('click', source, { object, position: { ordinal: position }, ...(isAd && { ad: true }) });
    },
    retry: sendWaiting,
    forget: () => {
      waiting = null;
    },
  };
};
