import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';

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

  it('run as the ordinary user of the image', () => {
    expect(containerfile).toContain('USER node');
    expect(text).toContain('runAsNonRoot: true');
  });
});
