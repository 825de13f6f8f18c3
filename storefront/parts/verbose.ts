import type { FailureReason } from '../model/attributes.ts';

/** Why an element shows nothing. */
export type Silence =
  | { readonly kind: 'attributes'; readonly missing: readonly string[] }
  | {
      readonly kind: 'failure';
      readonly reason: FailureReason;
      readonly status: number | null;
      readonly message: string;
    }
  | { readonly kind: 'empty'; readonly subject: string }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'part'; readonly name: string };

const remedies: Readonly<Record<FailureReason, string>> = {
  unreachable:
    'Is the service running? Does the policy of this page allow it in connect-src? Does a blocker stop the request?',
  timeout: 'The attribute `timeout` sets how long an answer is waited for, in milliseconds.',
  refused:
    'Compare `tracker`, `key` and the other attributes with the Integration tab of the box in the portal.',
  unavailable:
    'The service is overloaded or the key is over its rate. The next load of the page tries again.',
  unreadable: 'Something between this page and the service answered instead of it.',
};

/** A key of another origin is refused like a wrong one, so that nobody can probe for keys. */
const describeRefusedKey = (origin: string): string =>
  `If the key is right, it is not allowed on this page: add ${origin} to the origins of the key ` +
  '(portal, Profile, API keys), or leave its list of origins empty.';

const describe = (silence: Silence, origin: string): string => {
  switch (silence.kind) {
    case 'attributes':
      return `nothing is loaded without ${silence.missing.map((name) => `\`${name}\``).join(' and ')}.`;
    case 'failure': {
      const remedy = silence.status === 401 ? describeRefusedKey(origin) : remedies[silence.reason];
      return `${silence.message} ${remedy}`;
    }
    case 'empty':
      return `the service has nothing for "${silence.subject}".`;
    case 'redirect':
      return `a campaign leads to ${silence.url}.`;
    case 'part':
      return `the part "${silence.name}" could not be loaded; the list is shown without it.`;
  }
};

/** For developers: what a shopper does not see. */
export const explainSilence = (element: Element, silence: Silence): void => {
  // oxlint-disable-next-line no-console -- a page switches this on to read it there
  console.warn(`<${element.localName}>: ${describe(silence, location.origin)}`);
};
