import { join } from 'node:path';
import { Command } from 'commander';
import { dataFiles, type Kindred } from '../../compose.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { summarizeDecision } from '../../learning/looks/report/render-looks.ts';
import { withCommonOptions, withKindred } from '../terminal/run-command.ts';
import { formatBytes, formatTable } from '../terminal/table.ts';

const datasetStatus = async ({ engine }: Kindred, { name, kind, tracker }: Dataset, dataDir: string) => {
  const versions = await engine.versions(tracker);
  const live = versions.find((version) => version.live) ?? null;
  const files = openLooksFiles(join(dataDir, 'pictures'), tracker);
  const looks = live === null ? null : ((await files.readDecision(live.version))?.report ?? null);
  return { name, kind, tracker, live, versions: versions.length, looks };
};

const websiteStatus = async (
  kindred: Kindred,
  { id, name, displayName, tracker }: Website,
  dataDir: string,
) => {
  const { store } = kindred;
  return {
    name,
    displayName,
    tracker,
    datasets: await Promise.all(
      store.datasets.list(id).map((dataset) => datasetStatus(kindred, dataset, dataDir)),
    ),
    boxes: store.boxes.list(id).map((box) => ({ name: box.name, kind: box.kind, tracker: box.tracker })),
    campaigns: store.campaigns
      .list(id)
      .map((campaign) => ({ name: campaign.name, ruleId: campaign.ruleId, state: campaign.state })),
    subscriptions: store.subscriptions
      .list(id)
      .map((each) => ({ name: each.name, kind: each.kind, state: each.state })),
  };
};

type Status = Awaited<ReturnType<typeof websiteStatus>>;

const liveText = ({ live, versions }: Status['datasets'][number]): string[] =>
  live === null
    ? ['nothing published', '', '']
    : [
        `${live.size} ${versions > 1 ? `(${versions} versions)` : ''}`.trim(),
        live.version,
        formatBytes(live.bytes),
      ];

const websiteText = ({ name, displayName, datasets, boxes, campaigns, subscriptions }: Status): string =>
  [
    `${name}  ${displayName}`,
    formatTable([
      ...datasets.map((each) => ['  dataset', each.name, each.kind, each.tracker, ...liveText(each)]),
      ...boxes.map((each) => ['  box', each.name, each.kind, each.tracker, '', '', '']),
      ...campaigns.map((each) => ['  campaign', each.name, each.state, `rule ${each.ruleId}`, '', '', '']),
      ...subscriptions.map((each) => ['  subscription', each.name, each.kind, each.state, '', '', '']),
    ]),
    ...datasets.flatMap(({ name: dataset, looks }) =>
      looks === null ? [] : [`  looks of ${dataset}: ${summarizeDecision(looks)}`],
    ),
  ].join('\n');

export const statusCommand = (): Command =>
  withCommonOptions(new Command('status').description('what is declared and what is live'), [
    'status',
    'status --json',
  ]).action((_options: object, command: Command) =>
    withKindred(command, async (kindred, { config, out }) => {
      const websites = await Promise.all(
        kindred.store.websites
          .list()
          .map((website) => websiteStatus(kindred, website, dataFiles(config).content)),
      );
      const nothing = 'Nothing is declared yet. Begin with `kindred apply <file.json>`.';
      const text = websites.length === 0 ? nothing : websites.map(websiteText).join('\n\n');
      out.result({ dataDir: config.dataDir, websites }, text);
    }),
  );
