// How fast are both operations, next to a bare node:http server that sends the same bytes?
//   node bench/operations.ts [seconds per run] [rounds]
// Builds the demo shop in a temporary folder, then measures service and yardstick in turns, in one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './support/child.ts';
import { load, median } from './support/load.ts';

type Demo = {
  baseUrl: string;
  subscriptionKey: string;
  boxes: { search: string; relatedKeywords: string };
  identifiers: string[];
  patterns: string[];
};

const seconds = Number(process.argv[2] ?? 5);
const rounds = Number(process.argv[3] ?? 3);
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'kindred-bench-'));

const measure = async (name: string, demo: Demo, paths: readonly string[]): Promise<void> => {
  const headers = { 'Ocp-Apim-Subscription-Key': demo.subscriptionKey };
  const sample = await fetch(demo.baseUrl + paths[0], { headers });
  const bytes = Buffer.from(await sample.arrayBuffer());
  const file = join(folder, `${name}.json`);
  writeFileSync(file, bytes);
  const bare = await startChild([join(root, 'bench/support/bare-server.ts'), file], {}, (line) =>
    /^\d+$/.test(line) ? `http://127.0.0.1:${line}` : null,
  );
  const ours: number[] = [];
  const yardstick: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    yardstick.push((await load(bare.value, paths, {}, seconds)).requestsPerSecond);
    const run = await load(demo.baseUrl, paths, headers, seconds);
    ours.push(run.requestsPerSecond);
    refused += run.not2xx;
  }
  bare.child.kill();
  const ratio = median(ours) / median(yardstick);
  console.log(
    `${name}: ${median(ours).toFixed(0)} requests/s, bare node:http ${median(yardstick).toFixed(0)}, ` +
      `ratio ${(100 * ratio).toFixed(1)} %, ${bytes.length} bytes an answer, ${refused} refused`,
  );
};

const readDemo = () => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo;

/** The demo's own key has a rate; a bench must not measure refusals. */
const unlimitedKey = (): string => {
  const cli = [join(root, 'src/cli/kindred.ts'), 'key', 'create', 'demo/bench', '--data', folder, '--json'];
  const made = JSON.parse(execFileSync(process.execPath, cli, { encoding: 'utf8' })) as {
    keys: { primary: string };
  };
  return made.keys.primary;
};

const environment = {
  KINDRED_DATA: folder,
  KINDRED_PORT: '0',
  KINDRED_LOG: 'silent',
  KINDRED_DEMO: 'on',
};
const service = await startChild([join(root, 'src/main.ts')], environment, (line) =>
  line.includes('curl') ? true : null,
);
try {
  const demo = { ...readDemo(), subscriptionKey: unlimitedKey() };
  const images = demo.identifiers.map(
    (identifier) =>
      `/search/imagesearch?btr=${demo.boxes.search}&identifier=${encodeURIComponent(identifier)}`,
  );
  const keywords = demo.patterns.map(
    (pattern) =>
      `/relatedsearches/keywords?btr=${demo.boxes.relatedKeywords}&pattern=${encodeURIComponent(pattern)}`,
  );
  await measure('image search', demo, images);
  await measure('related keywords', demo, keywords);
} finally {
  service.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
