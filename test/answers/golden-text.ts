import { join } from 'node:path';

export const goldenPath = (name: string): string => join(import.meta.dirname, '..', 'golden', `${name}.json`);

/**
 * The bytes of an answer with line breaks between its parts, so that a diff shows few lines. Nothing is parsed:
 * numbers, escapes and the order of keys stay as sent.
 */
export const formatAnswer = (json: string): string => {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^"[\]{},:]+/g) ?? [];
  const lines = tokens.map((token, index) => {
    if (token === '{' || token === '[') {
      depth += 1;
      return tokens[index + 1] === '}' || tokens[index + 1] === ']' ? token : token + line();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return tokens[index - 1] === '{' || tokens[index - 1] === '[' ? token : line() + token;
    }
    if (token === ',') return token + line();
    return token === ':' ? ': ' : token;
  });
  return `${lines.join('')}\n`;
};
