import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { runTool } from '../../test/support/run-tool.ts';

/* What cannot run in a test is checked otherwise: settings, ports, folders, probes and the shape of the files. */

const root = join(import.meta.dirname, '..', '..');
const readText = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const containerfile = readText('Containerfile');
const readme = readText('README.md');

const secrets: Readonly<Record<string, string>> = {
  KINDRED_SECRET_KEY: 'ab'.repeat(32),
  KINDRED_DATABASE_URL: 'postgres://kindred:secret@postgres/kindred',
};

/** The settings of the nodes; secrets come from elsewhere. */
const listSettings = (text: string): [string, string][] =>
  [
    ...text.matchAll(/^ +(KINDRED_\w+): "?(.*?)"?$/gm),
    ...text.matchAll(/name: (KINDRED_\w+), value: "?(.*?)"? }/g),
    ...text.matchAll(/name: (KINDRED_\w+)\n +valueFrom: (.*)$/gm),
  ].map(([, name = '', value = '']) => [name, secrets[name] ?? value]);

const files = [
  ['compose.yaml', readText('examples', 'deploy', 'compose.yaml')],
  ['kubernetes/kindred.yaml', readText('examples', 'deploy', 'kubernetes', 'kindred.yaml')],
] as const;

describe.each(files)('%s', (_, text) => {
  it('has settings that the service accepts, all of them documented', () => {
    const settings = listSettings(text);
    expect(settings.map(([name]) => name)).toEqual(
      expect.arrayContaining([...Object.keys(secrets), 'KINDRED_STORE', 'KINDRED_SHARED']),
    );
    for (const [name] of settings) expect(readme).toContain(`\`${name}\``);
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({
      store: 'postgres',
      sharedDir: '/shared',
      demo: false,
      secretKey: secrets['KINDRED_SECRET_KEY'],
    });
  });

  it('mounts the data folder of the image and a folder that all nodes share', () => {
    expect(containerfile).toContain('VOLUME /data');
    expect(containerfile).toContain('EXPOSE 8080');
    expect(text).toMatch(/(one:|mountPath: )\/data/);
    expect(text).toMatch(/(shared:|mountPath: )\/shared/);
    expect(text).toContain('8080');
  });

  it('sends calls to nodes that are ready only', () => {
    expect(text).toMatch(/(health_uri |path: )\/readyz/);
    expect(readText('docs', 'operations.md')).toContain('`/readyz`');
  });

  it('holds no secret, and is indented by two spaces', () => {
    expect(text).not.toMatch(/[0-9a-f]{32}/);
    for (const line of text.split('\n')) expect(line).toMatch(/^( {2})*[^ \t]|^$/);
  });
});

describe('the manifests', () => {
  const [, [, text]] = files;
  const documents = text.split(/^---$/m);

  it('are complete objects with a name each', () => {
    expect(documents.map((document) => /^kind: (\w+)$/m.exec(document)?.[1])).toEqual([
      'PersistentVolumeClaim',
      'StatefulSet',
      'Service',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ]);
    for (const document of documents) {
      expect(document).toMatch(/^apiVersion: [\w./]+$/m);
      expect(document).toMatch(/^metadata:\n {2}name: kindred/m);
      expect(document).toMatch(/^spec:$/m);
    }
  });

  it('select the same nodes everywhere', () => {
    const selectors = [...text.matchAll(/(?:selector|matchLabels|labels): \{ app: (\w+) \}/g)];
    expect(selectors.length).toBeGreaterThan(4);
    expect(new Set(selectors.map(([, app]) => app))).toEqual(new Set(['kindred']));
  });

  it('run as the ordinary user of the image, under the restricted profile', () => {
    expect(containerfile).toContain('USER node');
    for (const setting of [
      'runAsNonRoot: true',
      'seccompProfile: { type: RuntimeDefault }',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
    ])
      expect(text).toContain(setting);
  });
});

describe('the image', () => {
  it('has the folders of its volumes, which belong to its user, and starts without a demo', () => {
    expect(containerfile).toContain('RUN mkdir -p /data /shared && chown node:node /data /shared');
    expect(containerfile).toMatch(/^ENV .*KINDRED_DEMO=off/m);
  });
});

it('Caddy accepts its configuration in compose.yaml, which keeps /metrics inside', (context) => {
  const [[, text]] = files;
  const content = /content: \|\n((?: {6}.*\n|\n)+)/.exec(text)?.[1]?.replaceAll(/^ {6}/gm, '') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'kindred-compose-'));
  try {
    const config = join(folder, 'Caddyfile');
    writeFileSync(config, content);
    const options = { packages: ['caddy'], env: { HOME: folder } };
    const adapted = runTool(context, 'caddy', ['adapt', '--validate', '--config', config], options);
    expect(adapted.status).toBe(0);
    expect(adapted.output).toMatch(
      /"status_code":403.*"path":\["\/metrics"\]|"path":\["\/metrics"\].*"status_code":403/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
