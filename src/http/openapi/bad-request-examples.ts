import type { NamedExamples } from '../schema/error-examples.ts';

const allowedTracker = (kind: string): string =>
  `btr: not the tracker of a ${kind} box of yours. Allowed: the GUID of a ${kind} box, as shown under Integration on its page.`;

/** A 400 names the parameter, the problem and what is allowed. */
export const badRequestExamples = {
  relatedKeywords: {
    missing: {
      summary: 'A parameter is missing',
      value: 'pattern: is missing. Allowed: 1 to 200 characters.',
    },
    tracker: {
      summary: 'Not the tracker of a related box',
      value: allowedTracker('related keyword or product'),
    },
  },
  imageSearch: {
    missing: {
      summary: 'A parameter is missing',
      value: 'identifier: is missing. Allowed: 1 to 200 characters.',
    },
    tracker: { summary: 'Not the tracker of a search box', value: allowedTracker('search') },
    several: {
      summary: 'All faults are reported at once',
      value: `top: "x" is not a whole number. Allowed: a whole number from 1. ${allowedTracker('search')}`,
    },
  },
} satisfies Record<string, NamedExamples>;
