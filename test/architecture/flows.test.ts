import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * ARCHITECTURE.md tells three flows as lists of files. This runs each of them in a real service and its child
 * processes, and compares the lists with the files whose functions were called.
 */

const root = join(import.meta.dirname, '..', '..');
const flows = ['imageSearch', 'relatedKeywords', 'publishing'] as const;
type Called = Record<(typeof flows)[number], readonly string[]>;

const sections = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  .split(/^## /m)
  .filter((section) => section.startsWith('Flow '));
const listLinks = (section = ''): string[] =>
  [...section.matchAll(/\]\((src\/[^)]+)\)/g)].map(([, file = '']) => file);

/** Types and schemas alone: nothing in such a file can be called. */
const hasFunctions = (file: string): boolean => readFileSync(join(root, file), 'utf8').includes('=>');

let folder: string;
let called: Called;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-flows-'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'run-flows.ts')],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NODE_V8_COVERAGE: folder,
        TEST_VECTORS: '',
        NODE_COMPILE_CACHE: '',
      },
      maxBuffer: 1 << 24,
    },
  );
  called = JSON.parse(stdout) as Called;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(flows.map((flow, index) => [flow, listLinks(sections[index])] as const))(
  'the flow %s',
  (flow, files) => {
    it('names existing files, each once', () => {
      expect(files.length).toBeGreaterThan(6);
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
    });

    it('runs through every file that it names', () => {
      expect(files.filter((file) => hasFunctions(file) && !called[flow].includes(file))).toEqual([]);
    });
  },
);
