import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics } from '../../src/http/monitoring/metrics.ts';
import { runTool } from '../support/run-tool.ts';

const rules = join(import.meta.dirname, '..', '..', 'examples', 'ops', 'alerts.yml');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-alerts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('alert rules fire when a part is away, and only then', (context) => {
  copyFileSync(rules, join(folder, 'alerts.yml'));
  copyFileSync(join(import.meta.dirname, 'alerts.rules.yml'), join(folder, 'test.yml'));
  const parameters = ['test', 'rules', join(folder, 'test.yml')];
  const { status, output } = runTool(context, 'promtool', parameters, { packages: ['prometheus'] });
  expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

it('every metric of the rules is one that the service has', async () => {
  const metrics = createMetrics({
    inFlight: { running: 0, waiting: 0 },
    connections: { open: 0 },
    liveVersions: () => [],
    nodeState: () => ({
      release: '1.2.3',
      dataFormat: 2,
      isStoreReachable: false,
      settingsHeardAt: 1,
      unsentCalls: 3,
      isEngineReachable: true,
      isSharedReachable: true,
      areObjectsReachable: true,
      lastBackupAt: 0,
      datasets: [
        {
          website: 'north',
          dataset: 'catalogue',
          builtAt: 5,
          isScheduled: true,
          lastImport: { at: 7, failed: true },
        },
        { website: 'north', dataset: 'old', builtAt: 1, isScheduled: false, lastImport: null },
      ],
    }),
  });
  const anybody = await metrics.text('anybody');
  const names = readFileSync(rules, 'utf8').match(/\bkindred_\w+/g) ?? [];
  for (const name of new Set(names)) expect(anybody).toContain(`# HELP ${name.replace(/_bucket$/, '')} `);
  for (const line of [
    'kindred_store_reachable 0',
    'kindred_unsent_calls 3',
    'kindred_failed_imports 1',
    'kindred_last_import_timestamp_seconds 7',
    'kindred_oldest_live_version_timestamp_seconds 5',
    `kindred_build_info{release="1.2.3",data_format="2",node="${process.version}"} 1`,
  ])
    expect(anybody).toContain(`\n${line}\n`);
  expect(anybody).not.toContain('north');
  const operator = await metrics.text('operator');
  expect(operator).toContain('kindred_import_failed{website="north",dataset="catalogue"} 1');
});
