import type { Box } from '../../api/types.ts';

/** Properties of the editors of both kinds of boxes. */
export type BoxEditorProps<D extends Box['declaration']> = { website: string; box: Box; declaration: D };
