import * as answers from '../call/answers.ts';
import type { Answer } from '../call/call.ts';
import type { Json, JsonObject } from './json.ts';

export type NamedExamples = Readonly<Record<string, { readonly summary: string; readonly value: Json }>>;

/** Read from the bodies that the service sends, so that they cannot differ. */
const readBody = ({ body }: Answer): JsonObject | string =>
  JSON.parse(body.toString()) as JsonObject | string;

const example = (summary: string, answer: Answer) => ({ summary, value: readBody(answer) });

const requestId = '0b7e4a5c-6f0d-4c1e-9a35-2f1f6f0c7d11';
const isBusy = 'Too many requests are being answered at this moment. Try again shortly.';
const isEmpty = 'No catalogue has been published for this box yet. Try again shortly.';

/** One or more bodies of each status that does not depend on the operation. */
export const errorExamples = {
  401: {
    missingKey: example('No key was sent', answers.missingKey('')),
    invalidKey: example('The key is wrong, suspended or cancelled', answers.invalidKey('')),
  },
  403: { quota: example('The quota is used up', answers.overQuota(43_200)) },
  404: { path: example('The path is wrong', answers.notFound()) },
  405: { method: example('The method is wrong', answers.methodNotAllowed('GET')) },
  429: { rate: example('Too many calls in a short time', answers.overRate(8)) },
  500: { fault: example('An error of the service', answers.internalError(requestId)) },
  503: {
    busy: example('The service is too busy', answers.unavailable(isBusy, 1)),
    empty: example('Nothing has been published yet', answers.unavailable(isEmpty, 1)),
  },
} satisfies Record<number, NamedExamples>;
