import { describeDataset } from '../../../declare/describe/describe.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { VersionSummary } from '../../../engine/engine.ts';
import type { ImportJob } from '../../../imports/job.ts';
import { presentImport } from '../imports/presenter.ts';
import type { CatalogueFacts, ProductReader } from '../../../engine/engine.ts';
import type { WireDataset, WireVersion } from './schema.ts';

export const presentVersion = ({ version, size, live, builtAt, bytes }: VersionSummary): WireVersion => ({
  version,
  size,
  live,
  builtAt,
  bytes,
});

type LoadedCatalogue = CatalogueFacts & Pick<ProductReader, 'version'>;

export type DatasetFacts = {
  readonly dataset: Dataset;
  readonly nameOf: (id: number) => string;
  readonly versions: readonly VersionSummary[];
  readonly waiting: ImportJob | null;
  readonly catalogue: LoadedCatalogue | null;
  readonly pictures: WireDataset['pictures'];
};

export const presentDataset = ({
  dataset,
  nameOf,
  versions,
  waiting,
  catalogue,
  pictures,
}: DatasetFacts): WireDataset => {
  const live = versions.find((version) => version.live);
  return {
    declaration: describeDataset(dataset, nameOf),
    tracker: dataset.tracker,
    live: live === undefined ? null : presentVersion(live),
    waiting: waiting && presentImport(waiting),
    counts: catalogue && presentCounts(catalogue),
    pictures,
  };
};

const presentCounts = ({
  version,
  families,
  rows,
  withoutPicture,
}: LoadedCatalogue): NonNullable<WireDataset['counts']> => {
  return { version, products: families, variants: rows, withPicture: rows - withoutPicture, withoutPicture };
};
