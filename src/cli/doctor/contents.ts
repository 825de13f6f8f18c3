import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compose, type Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import type { Config } from '../../config.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { demoEmail } from '../../domain/demo-account.ts';
import type { Website } from '../../domain/website.ts';
import type { Engine } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import { listDamagedJobs } from '../../imports/journal.ts';
import type { SharedPlace } from '../../files/shared-place.ts';
import { listSetAside } from '../../files/side-database.ts';
import { listDamagedLogs } from '../../service/start/damaged-logs.ts';
import { isReachable, removeDemoStep } from '../../service/start/demo-shop.ts';
import { refuseLostDatabase } from '../../store/database/refuse-lost-database.ts';
import { findCampaignRemarks, listCampaigns } from './campaign-remarks.ts';
import { fail, type Finding, ok, warn } from './machine.ts';
import { dataFormat, release } from '../../release.ts';

const restore = 'Restore the data folder from a backup.';

const checkDatabase = (file: string): Finding => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const problems = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row['integrity_check']));
    return problems[0] === 'ok'
      ? ok('store', `${file} is sound`)
      : fail('store', problems.slice(0, 3).join('; '), restore);
  } catch (error) {
    return fail('store', `${file}: ${error instanceof Error ? error.message : String(error)}`, restore);
  } finally {
    database.close();
  }
};

const checkAudit = ({ store }: Kindred): Finding => {
  const broken = store.audit.verify();
  if (broken === null) return ok('audit', 'the chain is unbroken');
  return fail(
    'audit',
    `entry ${broken.sequence}: ${broken.problem}`,
    'Somebody changed the audit outside Kindred; compare with a backup.',
  );
};

const checkDataset = async ({ engine }: Kindred, website: Website, dataset: Dataset): Promise<Finding> => {
  const name = `${website.name}/${dataset.name}`;
  const problems = await engine.verify(dataset.tracker);
  const [first] = problems;
  if (first !== undefined) {
    const detail = `${problems.length} damaged; first: ${first.file} of version ${first.version}: ${first.problem}`;
    return fail(
      name,
      detail,
      `Import it again: \`kindred import ${name}\`, or roll back: \`kindred rollback ${name}\`.`,
    );
  }
  const unserved = engine.problems().find((problem) => problem.dataset === dataset.tracker);
  if (unserved !== undefined)
    return fail(
      name,
      `version ${unserved.version} cannot be served: ${unserved.message}`,
      `Import it again: \`kindred import ${name}\`.`,
    );
  const live = (await engine.versions(dataset.tracker)).find((version) => version.live);
  if (live !== undefined)
    return ok(name, `version ${live.version} has its checksums, ${live.size} ${dataset.kind}`);
  return warn(name, 'nothing is published', `\`kindred import ${name}\``);
};

/** How the database runs the typical question, where the engine asks one. */
export const checkPlan = async (
  engine: Pick<Engine, 'plan'>,
  name: string,
  tracker: string,
): Promise<Finding[]> => {
  const plan = await engine.plan?.(tracker);
  if (!plan) return [];
  const detail = [plan.summary, ...plan.lines.map((line) => `  ${line}`)].join('\n');
  return [plan.nextStep === null ? ok(`${name} plan`, detail) : warn(`${name} plan`, detail, plan.nextStep)];
};

/** Imports whose record could not be read were set aside; what they would have published is unknown. */
const checkImports = ({ config }: Kindred): Finding[] => {
  const damaged = listDamagedJobs(join(dataFiles(config).content, 'imports'));
  const [newest] = damaged;
  if (newest === undefined) return [];
  const detail = `${damaged.length} damaged, set aside; newest: imports/${newest}`;
  return [warn('imports', detail, 'Import these datasets again; then remove the files.')];
};

/** Events and live changes that nobody can read any more; an interrupted write leaves one line, which was never acknowledged. */
const checkLogs = async ({ config }: Kindred): Promise<Finding[]> =>
  (await listDamagedLogs(dataFiles(config).content)).map(({ name, lines }) =>
    warn(
      'log',
      `${name} has ${lines} damaged or missing line${lines === 1 ? '' : 's'}`,
      'Check the disk; restore the file from a backup. Lost changes of products come back with the next import.',
    ),
  );

/** The password of the demo account is in a file of the data folder, and in the log of the service that made it. */
const checkDemo = ({ store, config }: Kindred): Finding[] => {
  if (store.accounts.byEmail(demoEmail) === null) return [];
  return isReachable(config)
    ? [warn('demo', `the account ${demoEmail} exists, and others can reach the service`, removeDemoStep)]
    : [ok('demo', 'only this machine can reach the service')];
};

const checkCampaigns = async ({ store, engine }: Kindred, { id, name }: Website): Promise<Finding[]> =>
  (await findCampaignRemarks(engine, listCampaigns(store, id))).map(({ campaign, remark }) =>
    warn(
      `${name}, campaign ${campaign}`,
      remark,
      'Correct the campaign, or import a feed that has these products.',
    ),
  );

/** Opening checks migrations and the secret key: it fails for a newer database or another key. */
const checkOpened = async (kindred: Kindred): Promise<Finding[]> => {
  const findings = [...(await checkOutside(kindred)), ok('migrations', 'up to date'), checkAudit(kindred)];
  findings.push(...checkDemo(kindred));
  for (const website of kindred.store.websites.list()) {
    for (const dataset of kindred.store.datasets.list(website.id)) {
      findings.push(await checkDataset(kindred, website, dataset));
      findings.push(...(await checkPlan(kindred.engine, `${website.name}/${dataset.name}`, dataset.tracker)));
      // Reading the records of the imports sets damaged ones aside.
      kindred.imports.list(dataset);
    }
    findings.push(...(await checkCampaigns(kindred, website)));
  }
  return [...findings, ...checkImports(kindred), ...(await checkLogs(kindred))];
};

const checkLost = (config: Config): Finding | null => {
  // A copy of a shared store may be lost: it is read again.
  if (config.store !== 'sqlite') return null;
  const { database, versions } = dataFiles(config);
  try {
    refuseLostDatabase(database, versions);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return fail('store', error.message, error.nextStep ?? restore);
  }
};

/** Statistics, usage and queues that were damaged and replaced by empty ones. */
const checkSetAside = ({ dataDir }: Config): Finding[] =>
  listSetAside([dataDir, join(dataDir, 'pictures')]).map((name) =>
    warn(
      'damaged file',
      `${name} was set aside and replaced by an empty one`,
      'Check the disk; restore the file from a backup, or delete it.',
    ),
  );

/** Checks the contents of the data folder. Does not create anything in an empty one. */
export const checkContents = async (config: Config): Promise<Finding[]> => {
  const { database } = dataFiles(config);
  const damage = checkSetAside(config);
  const lost = checkLost(config);
  if (lost !== null) return [lost, ...damage];
  if (!existsSync(database)) return [ok('store', 'nothing is declared yet')];
  const store = checkDatabase(database);
  if (store.result === 'fail') return [store];
  try {
    const kindred = await compose(config);
    try {
      return [store, ...(await checkOpened(kindred)), ...damage];
    } finally {
      await kindred.close();
    }
  } catch (error) {
    const nextStep = error instanceof Fault ? error.nextStep : undefined;
    return [
      store,
      fail('opening', error instanceof Error ? error.message : String(error), nextStep ?? restore),
    ];
  }
};

const describeCause = ({ cause }: Error): string => {
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'string' ? cause : 'it cannot be reached';
};

/** The database of settings and limits. The copy of this node is sound without it, and grows old. */
const checkStore = ({ store: { link } }: Kindred): Finding[] => {
  if (link === null) return [];
  if (link.isReachable()) return [ok('database', 'the database of settings and limits answers')];
  return [
    fail(
      'database',
      'the database of settings and limits does not answer: this node serves its copy and refuses changes',
      'Check KINDRED_DATABASE_URL, the server and the way to it. The node goes on by itself when it is back.',
    ),
  ];
};

const checkPlace = (name: string, place: SharedPlace | null, path: string | null): Finding[] => {
  if (place === null) return [];
  const problem = place.problem();
  if (problem === null) return [ok(name, `${path} belongs to this installation`)];
  const nextStep =
    problem.nextStep ?? 'It is the right one when it has kindred-installation of this installation.';
  return [fail(name, `${path}: ${describeCause(problem)}`, nextStep)];
};

/** A node without these is not ready. */
const checkLive = async ({ store, engine }: Kindred): Promise<Finding[]> => {
  const wanted = store.installation.live();
  const others = [];
  for (const { dataset, version } of wanted) {
    const live = (await engine.versions(dataset)).find((each) => each.live);
    if (live?.version !== version) others.push(dataset);
  }
  if (others.length === 0) return [ok('live versions', `${wanted.length} that must be live are`)];
  return [
    warn(
      'live versions',
      `${others.length} of ${wanted.length} datasets have another live version than the settings say, or none`,
      'Check that the versions belong to these settings: were both restored from backups of one moment?',
    ),
  ];
};

/** What the program is, and what is outside of the data folder. */
const checkOutside = async (kindred: Kindred): Promise<Finding[]> => [
  ok('release', `${release}, data format ${dataFormat}`),
  ...checkStore(kindred),
  ...checkPlace('shared folder', kindred.shared, kindred.config.sharedDir),
  ...checkPlace('object storage', kindred.objects, kindred.config.objects),
  ...(await checkLive(kindred)),
];
