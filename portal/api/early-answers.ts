/*
 * `public/early.js` sends the first requests of a page while its scripts are still on the way, and leaves the answers
 * here.
 */

type EarlyAnswer = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** null: it could not be sent. */
  readonly response: Promise<Response | null>;
};

type Page = { kindredEarlyAnswers?: Map<string, EarlyAnswer> };

/** An older answer is not used: the page took something else first, and the service may answer differently by now. */
const maximumAgeMs = 15_000;

/** The answer to a request that is under way already, at most once; null: send it. */
export const takeEarlyAnswer = async (address: string): Promise<Response | null> => {
  const answers = (globalThis as Page).kindredEarlyAnswers;
  const found = answers?.get(address);
  answers?.delete(address);
  return found !== undefined && Date.now() - found.at < maximumAgeMs ? found.response : null;
};

/** After a change, what was asked before it is out of date. */
export const forgetEarlyAnswers = (): void => (globalThis as Page).kindredEarlyAnswers?.clear();
