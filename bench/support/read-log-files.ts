import { createReadStream } from 'node:fs';
import { csv } from '../../src/ingest/formats/csv/csv.ts';
import { ndjson } from '../../src/ingest/formats/json/ndjson.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { readLog } from '../../src/learning/keywords/log/read-log.ts';

/** All events of some log files. Everything is in memory, which only a bench may do. */
export const readLogFiles = async (files: readonly string[]): Promise<BehaviourEvent[]> => {
  const events: BehaviourEvent[] = [];
  for (const file of files) {
    const format = file.endsWith('json') ? ndjson : csv;
    for await (const item of readLog(format(createReadStream(file))))
      if (item.kind === 'event') events.push(item.event);
  }
  return events;
};
