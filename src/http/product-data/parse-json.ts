import { Fault } from '../../errors.ts';

/** The value of a JSON text; throws with the place of the first error. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const at = findError(text, cause);
    const found = at < text.length ? `${JSON.stringify(text[at])} is not expected` : 'it ends too early';
    throw new Fault('bad-input', `The body is no JSON: ${found} at character ${at + 1}.`, {
      nextStep: 'Send one product or a list of products as JSON.',
      cause,
    });
  }
};

/** The engine does not always say where. What is before the error parses until its end, so the place can be searched. */
const findError = (text: string, error: unknown): number => {
  const told = readPosition(error);
  if (told !== null) return told;
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (endsTooEarly(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
};

const readPosition = (error: unknown): number | null => {
  const [, digits] = / at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return digits === undefined ? null : Number(digits);
};

/** The text is whole, or wrong only in that it ends. */
const endsTooEarly = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.includes('end of JSON input') || (readPosition(error) ?? -1) >= text.length;
  }
};
