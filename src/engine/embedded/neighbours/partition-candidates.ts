import type { Weights } from '../../../domain/box.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { type CodedCandidates, sharedNumbers, sharedShorts } from './coded-candidates.ts';
import type { CodedTask } from './compare-coded.ts';
import type { CompareData, CompareResult } from './compare-types.ts';
import { type EncodeClusters, encodeCandidates } from './encode-candidates.ts';
import { type AssignPictures, findCentres } from './find-centres.ts';
import { measureLead } from './measure-lead.ts';
import type { PlanGroup } from './plan-groups.ts';

/** What threads do for a partition, and how many there are. */
export type PartitionWork = {
  readonly assign: AssignPictures;
  readonly encode: EncodeClusters;
  readonly compare: (task: CodedTask) => Promise<CompareResult>;
  readonly threads: number;
};

/**
 * Divides the candidates of a group into clusters, and measures which clusters have to be compared: the neighbours of a
 * sample of queries are searched in all of them. Where looks do not form clusters, nearly all are compared.
 * `most`: bytes that the kernel can read.
 */
export const partitionCandidates = async (
  data: CompareData,
  group: Pick<PlanGroup, 'queries' | 'candidates'>,
  weights: Weights,
  families: number,
  work: PartitionWork,
  most?: number,
): Promise<CodedCandidates> => {
  const pictures = listPictures(data, group);
  const count = Math.min(20_000, Math.ceil((1.5 * Math.sqrt(group.candidates.length)) / 4) * 4);
  const centres = await findCentres(data, weights, pictures, count, work.assign);
  const clusterOf = sharedShorts(data.vectors.length / vectorStride(data.shape));
  const nearest = await work.assign({ weights, centres, pictures });
  pictures.forEach((picture, index) => (clusterOf[picture] = nearest[index] ?? 0));
  const { encode, threads } = work;
  const clusters = { count, clusterOf };
  const { coded, profiles } = await encodeCandidates(data, group.candidates, weights, clusters, {
    encode,
    threads,
    ...(most !== undefined && { most }),
  });
  const all = { ...coded, minimumLead: -Infinity };
  const sampled = { queries: group.queries, weights, families };
  return { ...all, minimumLead: await measureLead(data, all, profiles, sampled, work) };
};

const listPictures = (
  { pictureOfRow, vectors, shape }: CompareData,
  { queries, candidates }: Pick<PlanGroup, 'queries' | 'candidates'>,
): Uint32Array => {
  const isUsed = new Uint8Array(vectors.length / vectorStride(shape));
  for (const rows of [queries, candidates]) for (const row of rows) isUsed[pictureOfRow[row] ?? 0] = 1;
  const pictures: number[] = [];
  isUsed.forEach((used, picture) => used && pictures.push(picture));
  const shared = sharedNumbers(pictures.length);
  shared.set(pictures);
  return shared;
};
