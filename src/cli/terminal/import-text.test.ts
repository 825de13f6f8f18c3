import { describe, expect, it } from 'vitest';
import type { RowFault } from '../../ingest/faults.ts';
import type { ImportJob } from '../../imports/job.ts';
import { importText } from '../commands/import.ts';

const job = (more: Partial<ImportJob> = {}): ImportJob => ({
  id: 'one',
  dataset: '00000000-0000-4000-8000-000000000007',
  order: {
    feed: null,
    imagesFolder: null,
    pictures: true,
    dryRun: false,
    approve: false,
    approvedVersion: null,
    actor: 'test',
  },
  state: 'published',
  step: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  attempts: 1,
  progress: { rows: 5, badRows: 3, pictures: 2, vectors: 2, rate: null, etaSeconds: null },
  result: {
    products: 2,
    diff: { added: 2, changed: 0, removed: 0, unchanged: 0 },
    pictures: { ok: 1, missing: 1, reasons: { 'not in the image folder': 1 } },
    remarks: 3,
    reason: null,
    reasonDetail: null,
  },
  version: 'v1',
  reason: null,
  nextStep: null,
  reasonDetail: null,
  isFetched: false,
  ...more,
});

const fault = (line: number, reason: string): RowFault => ({ kind: 'row', line, identifier: null, reason });

describe('import text', () => {
  it('shows the number of products, what changed, and each reason once', () => {
    const faults = [fault(2, 'It has no price.'), fault(3, 'It has no name.'), fault(4, 'It has no price.')];
    expect(importText(job(), 'products', faults, 'shop/catalogue').split('\n')).toEqual([
      '2 products of 5 rows; version v1 is live.',
      '  2 added, 0 changed, 0 removed, 0 as before',
      '  1 with a picture, 1 without',
      '  1 without a picture: not in the image folder',
      '  line 2 and others: It has no price.',
      '  line 3: It has no name.',
      '  3 remarks; all of them: kindred imports shop/catalogue faults one',
    ]);
  });

  it('does not mention pictures after a dry run', () => {
    const text = importText(job({ state: 'checked', version: null }), 'products', [], 'shop/catalogue');
    expect(text).toBe(
      '2 products of 5 rows; nothing was built or published (dry run).\n' +
        '  2 added, 0 changed, 0 removed, 0 as before',
    );
  });
});
