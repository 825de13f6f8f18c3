// How fast are both operations, next to a bare node:http server that sends the same bytes?
//   node bench/operations.ts [seconds per run] [rounds]
// Builds the demo shop in a temporary folder, then measures service and yardstick alternately in one run. Both are
// warmed up first, because a service runs for days and its first seconds are not typical.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceProgram } from './support/service-program.ts';
import { startChild } from './support/start-child.ts';
import { cpuMicros } from './support/cpu-time.ts';
import { type LoadResult, runLoad, median } from './support/run-load.ts';

type Demo = {
  baseUrl: string;
  subscriptionKey: string;
  boxes: { search: string; relatedKeywords: string };
  identifiers: string[];
  patterns: string[];
};

const seconds = Number(process.argv[2] ?? 5);
const rounds = Number(process.argv[3] ?? 3);
const warmUpSeconds = 3;
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
  const ours: LoadRun[] = [];
  const yardstick: LoadRun[] = [];
  let refused = 0;
  await runLoad(bare.value, paths, {}, warmUpSeconds);
  await runLoad(demo.baseUrl, paths, headers, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    yardstick.push(await runMeasured(bare.child.pid, () => runLoad(bare.value, paths, {}, seconds)));
    const served = await runMeasured(service.child.pid, () => runLoad(demo.baseUrl, paths, headers, seconds));
    ours.push(served);
    refused += served.not2xx;
  }
  bare.child.kill();
  console.log(
    `${name}: ${formatComparison(ours, yardstick, 'requestsPerSecond')} requests/s, ` +
      `${formatComparison(yardstick, ours, 'cpuMicros')} µs of CPU an answer (bare first), ` +
      `${bytes.length} bytes an answer, ${refused} refused`,
  );
};

type LoadRun = LoadResult & { readonly cpuMicros: number };

/** One load, with the processor time that the process took for each answer. */
const runMeasured = async (pid: number | undefined, drive: () => Promise<LoadResult>): Promise<LoadRun> => {
  const before = cpuMicros(pid) ?? Number.NaN;
  const result = await drive();
  return { ...result, cpuMicros: ((cpuMicros(pid) ?? Number.NaN) - before) / result.answers };
};

/** "1200 of 4000 (30.0 %)" */
const formatComparison = (
  part: readonly LoadRun[],
  whole: readonly LoadRun[],
  of: 'requestsPerSecond' | 'cpuMicros',
): string => {
  const [a, b] = [part, whole].map((runs) => median(runs.map((each) => each[of]))) as [number, number];
  return `${a.toFixed(0)} of ${b.toFixed(0)} (${((100 * a) / b).toFixed(1)} %)`;
};

const readDemo = () => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo;

/** The demo's own key has a rate limit; a bench must not measure rejected calls. */
const createUnlimitedKey = (): string => {
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
const service = await startChild(serviceProgram, environment, (line) =>
  line.includes('curl') ? true : null,
);
try {
  const demo = { ...readDemo(), subscriptionKey: createUnlimitedKey() };
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
  const gone = once(service.child, 'exit');
  service.child.kill();
  await gone;
  rmSync(folder, { recursive: true, force: true });
}
