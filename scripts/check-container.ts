/**
 * Carries out the steps of the Containerfile without a container engine, in a temporary folder for each stage, and
 * starts the service of the last stage: node scripts/check-container.ts
 * The base image is not there: programs of this machine run instead, and nothing is isolated.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { checkPages, freePort, waitUntilHealthy } from './container/answers.ts';
import { parseCopy, parseStages, type Stage } from './container/containerfile.ts';

const root = join(import.meta.dirname, '..');

type Folder = { readonly path: string; readonly environment: Record<string, string>; workdir: string };

/** Paths of the image become paths below the folder of the stage. */
const inStage = ({ path, workdir }: Folder, target: string): string =>
  target.startsWith('/') ? join(path, target) : join(path, workdir, target);

/** Only what git tracks is copied: a container is built from a clone. */
const copyTracked = (source: string, target: string): void => {
  const files = execFileSync('git', ['ls-files', '--', source], { cwd: root, encoding: 'utf8' });
  if (files === '') throw new Error(`COPY: nothing is tracked at ${source}.`);
  for (const file of files.trim().split('\n')) {
    const inside = file === source ? basename(file) : file.slice(source.length + 1);
    const to = join(target, inside);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, file), to);
  }
};

const copy = (folders: ReadonlyMap<string, Folder>, folder: Folder, text: string): void => {
  const { from, sources, to } = parseCopy(text);
  for (const source of sources) {
    if (from === null) {
      copyTracked(source, inStage(folder, to));
      continue;
    }
    const other = folders.get(from);
    if (!other) throw new Error(`COPY: there is no stage called ${from}.`);
    cpSync(inStage(other, source), inStage(folder, to), { recursive: true, verbatimSymlinks: true });
  }
};

const environmentOf = ({ path, environment }: Folder): NodeJS.ProcessEnv => {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && !name.startsWith('KINDRED_')),
  );
  return {
    ...clean,
    ...environment,
    ...(environment.KINDRED_DATA ? { KINDRED_DATA: join(path, 'data') } : {}),
  };
};

const runCommand = (folder: Folder, text: string): void => {
  // The user `node` exists in the base image only.
  const command = text
    .replaceAll(/ \/(data|shared)\b/g, (path) => ` ${join(folder.path, path.trim())}`)
    .replaceAll(/chown \S+ /g, 'ls -d ');
  const { status } = spawnSync('bash', ['-ec', command], {
    cwd: join(folder.path, folder.workdir),
    env: environmentOf(folder),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`RUN ${text} ended with ${status}.`);
};

const buildStage = (folders: ReadonlyMap<string, Folder>, folder: Folder, { name, steps }: Stage): void => {
  for (const step of steps) {
    console.log(`${name}: ${step.name} ${step.text}`);
    if (step.name === 'WORKDIR') {
      folder.workdir = step.text;
      mkdirSync(join(folder.path, step.text), { recursive: true });
    } else if (step.name === 'ENV') {
      for (const pair of step.text.split(' ')) {
        const [key = '', value = ''] = pair.split('=');
        folder.environment[key] = value;
      }
    } else if (step.name === 'COPY') copy(folders, folder, step.text);
    else if (step.name === 'RUN') runCommand(folder, step.text);
  }
};

/** Starts the command of the image and asks for health, portal and web components. */
const checkService = async (folder: Folder, { steps }: Stage): Promise<void> => {
  const command = JSON.parse(steps.findLast(({ name }) => name === 'CMD')?.text ?? '[]') as string[];
  const port = await freePort();
  const env = { ...environmentOf(folder), KINDRED_PORT: String(port), KINDRED_HOST: '127.0.0.1' };
  const [program = 'node', ...args] = command;
  // This machine's Node may be older than that of the image.
  const node = program === 'node' ? process.execPath : program;
  const service = spawn(node, args, { cwd: join(folder.path, folder.workdir), env, stdio: 'inherit' });
  try {
    const base = `http://127.0.0.1:${port}`;
    await waitUntilHealthy(base, service);
    const health =
      steps.findLast(({ name }) => name === 'HEALTHCHECK')?.text.replace(/^.*? CMD /, '') ?? '[]';
    const [, ...probe] = JSON.parse(health) as string[];
    const { status: probed } = spawnSync(process.execPath, probe, { env });
    console.log(`the health check ends with ${probed}`);
    if (probed !== 0) throw new Error(`The health check ends with ${probed}.`);
    await checkPages(base);
  } finally {
    const ended = new Promise((done) => service.once('exit', done));
    if (service.exitCode === null && service.kill('SIGTERM')) await ended;
  }
};

const temporary = mkdtempSync(join(tmpdir(), 'kindred-container-'));
try {
  const stages = parseStages(readFileSync(join(root, 'Containerfile'), 'utf8'));
  const folders = new Map<string, Folder>();
  for (const stage of stages) {
    const folder: Folder = { path: join(temporary, stage.name), environment: {}, workdir: '/' };
    mkdirSync(folder.path);
    folders.set(stage.name, folder);
    buildStage(folders, folder, stage);
  }
  const last = stages.at(-1);
  const folder = last && folders.get(last.name);
  if (!last || !folder) throw new Error('The Containerfile has no stage.');
  if (existsSync(join(folder.path, 'app', 'node_modules', 'vite')))
    throw new Error('The image holds development packages.');
  if (!statSync(join(folder.path, 'app', 'dist', 'portal', 'index.html')).isFile())
    throw new Error('The image holds no portal.');
  await checkService(folder, last);
  const [kilobytes = ''] = execFileSync('du', ['-sk', folder.path], { encoding: 'utf8' }).split('\t');
  console.log(`What the image adds to its base: ${(Number(kilobytes) / 1024).toFixed(0)} MiB`);
  console.log('The steps of the Containerfile work, and the service of the last stage answers.');
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
