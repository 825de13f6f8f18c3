import { Fault } from '../../errors.ts';

export const eventLimits = { bodyBytes: 1024 * 1024, items: 1000 } as const;

/**
 * One UBI object, an array of them, `{ "queries": […], "events": […] }`, or one object per line, with any content
 * type: a beacon cannot always set it.
 */
export const readEventsBody = (text: string): unknown[] => {
  const items = listItems(parse(text));
  if (items.length > 0 && items.length <= eventLimits.items) return items;
  throw new Fault('bad-input', `The body holds ${items.length} events.`, {
    nextStep: `Allowed: 1 to ${eventLimits.items} in one call.`,
  });
};

const listItems = (body: unknown): unknown[] => {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [body];
  const { queries, events } = body as { queries?: unknown; events?: unknown };
  if (!Array.isArray(queries) && !Array.isArray(events)) return [body];
  // Searches first: an event may refer to its search by id only.
  return [queries, events].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
};

const parse = (text: string): unknown => {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.map(parseJson);
  if (lines.length > 1 && items.every((item) => item !== undefined)) return items;
  throw new Fault('bad-input', 'The body is no JSON.', {
    nextStep: 'Allowed: a UBI query or event, an array of them, or one of them on each line.',
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
