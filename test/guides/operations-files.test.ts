import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/http/shop.ts';
import { runTool } from '../support/run-tool.ts';
import { listBlocks, readGuide, root } from './support/read-guide.ts';

/* What cannot run in a test is checked otherwise: syntax, names of files, of settings and of metrics. */

const readExample = (name: string): string => readFileSync(join(root, 'examples', 'ops', name), 'utf8');
const guides = globSync('*.md', { cwd: join(root, 'docs', 'guides') }).sort();

describe('the guides', () => {
  it('are these, each with one title; another one needs a test', () => {
    expect(guides).toEqual([
      'campaigns.md',
      // By the portal alone, without a command.
      'first-campaign.md',
      'first-catalogue.md',
      'languages.md',
      'moving-in.md',
      'own-feed.md',
      'production.md',
      'reading-analytics.md',
      'search-by-picture.md',
      'tune-look-alikes.md',
    ]);
    for (const guide of guides) expect(readGuide(guide).match(/^# /gm)).toHaveLength(1);
  });

  const manual = guides.flatMap((guide) =>
    listBlocks(readGuide(guide))
      .filter(({ kind }) => kind === 'manual')
      .map((block) => ({ guide, ...block })),
  );

  it.each(manual)('$guide, line $line: is valid shell and names files that exist', ({ script }) => {
    expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    for (const [file] of script.matchAll(/examples\/[\w./-]+|(?<=\/opt\/kindred\/)bin\/[\w.]+/g))
      expect(existsSync(join(root, file))).toBe(true);
    for (const [, name = ''] of script.matchAll(/npm run (\w+)/g))
      expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toHaveProperty(['scripts', name]);
  });

  it('mount the volume and the port of the container', () => {
    const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8');
    const [, port, volume] =
      /-p 127\.0\.0\.1:\d+:(\d+) -v kindred:(\S+)/.exec(readGuide('production.md')) ?? [];
    expect(containerfile).toContain(`EXPOSE ${port}`);
    expect(containerfile).toContain(`VOLUME ${volume}`);
  });
});

describe('units and settings', () => {
  const units = ['kindred.service', 'kindred-backup.service', 'kindred-backup.timer'];
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-ops-'));
    cpSync(join(root, 'examples', 'ops'), folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(units)('%s starts a file of this repository with documented settings', (unit) => {
    const [, file] =
      /^ExecStart=\/usr\/bin\/node (?:--\S+ )?\/opt\/kindred\/(\S+)/m.exec(readExample(unit)) ?? [];
    if (unit.endsWith('.service')) expect(existsSync(join(root, file ?? 'nothing'))).toBe(true);
    else expect(readExample(unit)).toContain('OnCalendar=');
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const settings = [...readExample('kindred.env').matchAll(/^(KINDRED_\w+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(settings.length).toBeGreaterThan(4);
    for (const name of settings) expect(readme).toContain(`\`${name}\``);
  });

  it('systemd-analyze finds no fault in the units, with the drop-in for a shared folder', (context) => {
    for (const unit of ['kindred.service', 'kindred-backup.service']) {
      mkdirSync(join(folder, `${unit}.d`));
      cpSync(join(folder, 'shared-folder.conf'), join(folder, `${unit}.d`, 'shared-folder.conf'));
    }
    const files = units.map((unit) => join(folder, unit));
    const env = { SYSTEMD_UNIT_PATH: `${folder}:` };
    const { output } = runTool(context, 'systemd-analyze', ['verify', ...files], {
      packages: ['systemd'],
      env,
    });
    // Node is elsewhere on some machines, and other units of the machine are none of ours.
    const ours = output.split('\n').filter((line) => /kindred/.test(line) && !/not executable/.test(line));
    expect(ours).toEqual([]);
  });

  it.for(['kindred.service', 'kindred-backup.service'])(
    '%s is confined, by the figures of systemd',
    (unit, context) => {
      const parameters = ['security', '--offline=yes', '--threshold=25', '--no-pager', join(folder, unit)];
      const { status, output } = runTool(context, 'systemd-analyze', parameters, { packages: ['systemd'] });
      expect([status, output.split('\n').findLast((line) => line.includes('Overall'))]).toMatchObject([
        0,
        expect.anything(),
      ]);
    },
  );

  it('a backup is written to a folder that its unit creates, and a failed one is told', () => {
    const unit = readExample('kindred-backup.service');
    const [, target = ''] = /kindred\.js backup \/var\/lib\/(\S+)/.exec(unit) ?? [];
    expect(/^StateDirectory=(.*)$/m.exec(unit)?.[1]?.split(' ')).toEqual(['kindred', target]);
    const [, told = ''] = /^OnFailure=(\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(folder, told))).toBe(true);
  });

  it('nginx accepts nginx.conf', (context) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ];
    const files = ['-subj', '/CN=kindred.example', '-keyout', key, '-out', certificate];
    runTool(context, 'openssl', [...request, ...files], { packages: ['openssl'] });
    const text = readExample('nginx.conf')
      .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
      .replace('listen 443', 'listen 127.0.0.1:18443');
    const paths = [
      'pid nginx.pid;',
      'error_log stderr;',
      'events {}',
      'http { access_log off; include kindred.conf; }',
    ];
    writeFileSync(join(folder, 'kindred.conf'), text);
    writeFileSync(join(folder, 'nginx-test.conf'), paths.join('\n'));
    const parameters = ['-t', '-p', folder, '-c', join(folder, 'nginx-test.conf')];
    const { status, output } = runTool(context, 'nginx', parameters, { packages: ['nginx-light'] });
    expect([status, output]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  it('Caddy accepts the Caddyfile', (context) => {
    const parameters = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    const { status, output } = runTool(context, 'caddy', parameters, {
      packages: ['caddy'],
      env: { HOME: folder },
    });
    expect([status, output]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });

  it('Prometheus accepts its configuration and the alert rules', (context) => {
    const parameters = ['check', 'config', join(folder, 'prometheus.yml')];
    const { status, output } = runTool(context, 'promtool', parameters, { packages: ['prometheus'] });
    expect([status, output]).toEqual([0, expect.stringContaining('rules found')]);
  });
});

describe('alerts and dashboard', () => {
  let shop: Shop;
  let known: ReadonlySet<string>;
  beforeAll(async () => {
    shop = await openShop();
    const { text } = await shop.send('GET', '/metrics');
    known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  });
  afterAll(() => shop.close());

  const labels = new Set(['operation', 'status', 'reason', 'route', 'le', 'job', 'instance', '__name__']);
  const listMetrics = (expression: string): string[] =>
    [...expression.matchAll(/\bkindred_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
  const listLabels = (expression: string): string[] =>
    [
      ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(',')),
      ...[...expression.matchAll(/[{,](\w+)=/g)].map(([, name = '']) => name),
    ].map((name) => name.trim());

  const alerts = [...readExample('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)$/gm)].map(
    ([, name = '', expression = '']) => ({ name, expression }),
  );
  const dashboard = JSON.parse(readExample('grafana-dashboard.json')) as {
    panels: { id: number; title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
  };

  // Their metrics: test/ops/alerts.test.ts.
  it.each(alerts)('$name uses labels that exist', ({ expression }) => {
    expect(listMetrics(expression).length + Number(expression.startsWith('up{'))).toBeGreaterThan(0);
    for (const label of listLabels(expression)) expect(labels).toContain(label);
  });

  it('each alert is in the guide with what to do, and the other way round', () => {
    const [, rows = ''] =
      /^\| alert [\s\S]*?\n\|[ -|]+\n([\s\S]*?)\n\n/m.exec(readGuide('production.md')) ?? [];
    const documented = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(alerts.map(({ name }) => name).sort());
  });

  it('every panel of the dashboard reads metrics that exist, at a place of its own', () => {
    const { panels } = dashboard;
    expect(panels.length).toBeGreaterThan(8);
    for (const { targets } of panels)
      for (const { expr } of targets) {
        expect(listMetrics(expr).length).toBeGreaterThan(0);
        for (const name of listMetrics(expr)) expect(known).toContain(name);
        for (const label of listLabels(expr)) expect(labels).toContain(label);
      }
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x}/${y}`)).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
