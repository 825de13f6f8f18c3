import { createHmac } from 'node:crypto';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { Fault } from '../errors.ts';
import { MailRefused, type MailServer, sendMail } from './send-mail.ts';

type PostedAlert = {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Seconds since 1970. */
  readonly atSeconds: number;
};

/** `again`: another attempt may succeed. */
export type PostResult = { readonly ok: boolean; readonly again: boolean; readonly result: string };

const timeoutMs = 10_000;

/** Statuses of temporary failures; any other answer than 2xx is final. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** A receiver computes the same over `<seconds>.<body>` and refuses old seconds, so that nothing can be replayed. */
export const signAlert = ({
  secret,
  atSeconds,
  body,
}: Pick<PostedAlert, 'secret' | 'atSeconds' | 'body'>): string =>
  `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;

/** One attempt. Redirects are not followed, and private addresses are refused by `fetch`. */
export const postAlert = async (
  fetch: Fetch,
  alert: PostedAlert,
  signal: AbortSignal,
): Promise<PostResult> => {
  try {
    const response = await fetch(alert.url, {
      body: alert.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Kindred (alerts)',
        'x-kindred-delivery': alert.id,
        'x-kindred-signature': signAlert(alert),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    const ok = response.status >= 200 && response.status < 300;
    return { ok, again: isTemporary(response.status), result: `status ${response.status}` };
  } catch (error) {
    // A fault is a refusal of the address itself: it stays refused.
    if (error instanceof Fault) return { ok: false, again: false, result: error.message };
    return { ok: false, again: true, result: describeFailure(error) };
  }
};

const describeFailure = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
};

type MailedAlert = { readonly website: string; readonly subject: string; readonly text: string };

export const mailAlert = async (
  server: MailServer,
  to: string,
  { website, subject, text }: MailedAlert,
): Promise<PostResult> => {
  const title = [website, subject].filter(Boolean).join(', ');
  try {
    await sendMail(server, { to, subject: `Kindred, ${title}: ${text}`, text: `${title}\n\n${text}\n` });
    return { ok: true, again: false, result: 'accepted by the mail server' };
  } catch (error) {
    const again = error instanceof MailRefused ? error.again : true;
    return { ok: false, again, result: error instanceof Error ? error.message : 'no answer' };
  }
};
