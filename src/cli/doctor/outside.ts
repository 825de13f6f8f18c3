import type { Kindred } from '../../compose.ts';
import { dataFormat, release } from '../../release.ts';
import { fail, type Finding, ok, warn } from './check.ts';

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

const checkFolder = ({ shared, config: { sharedDir } }: Kindred): Finding[] => {
  if (shared === null) return [];
  const problem = shared.problem();
  if (problem === null) return [ok('shared folder', `${sharedDir} belongs to this installation`)];
  return [
    fail(
      'shared folder',
      `${sharedDir}: ${describeCause(problem)}`,
      `Create or mount it, for the account that runs Kindred to write. It is the right one when it has the file kindred-installation of this installation.`,
    ),
  ];
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
export const checkOutside = async (kindred: Kindred): Promise<Finding[]> => [
  ok('release', `${release}, data format ${dataFormat}`),
  ...checkStore(kindred),
  ...checkFolder(kindred),
  ...(await checkLive(kindred)),
];
