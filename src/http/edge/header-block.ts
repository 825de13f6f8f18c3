/** Headers as they are sent, one line each. Throws for a value that would end its line: it could add headers. */
export const formatHeaders = (headers: Readonly<Record<string, string>>): string => {
  let text = '';
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t -~\u0080-\u00ff]*$/.test(value)) throw new Error(`The header ${name} cannot be sent.`);
    text += `${name}: ${value}\r\n`;
  }
  return text;
};
