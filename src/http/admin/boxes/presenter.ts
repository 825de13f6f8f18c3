import { describeBox } from '../../../declare/describe/describe.ts';
import type { Box } from '../../../domain/box.ts';
import type { WireBox } from './schema.ts';

export const presentBox = (box: Box, dataset: string, traffic: readonly number[] | null): WireBox => ({
  declaration: describeBox(box, dataset),
  tracker: box.tracker,
  kind: box.kind,
  dataset,
  traffic,
});
