import type { Box } from '../../api/types.ts';

/** What the editor of either kind of box is given. */
export type BoxEditorProps<D extends Box['declaration']> = { website: string; box: Box; declaration: D };
