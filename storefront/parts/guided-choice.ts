import type { Clarification, IntentTile } from '../model/answer.ts';
import { buildNodes } from './html.ts';
import type { PartContext } from './part.ts';

export const css = `
.choice { flex: none; margin: 0 0 .75rem; padding: 0; border: 0; min-inline-size: 0; }
.choice legend { padding: 0; margin-block-end: .375rem; font-weight: 600; line-height: 1.4; }
.choices { display: flex; gap: .5rem; overflow: auto hidden; scrollbar-width: thin; margin: -4px; padding: 4px; }
.choices button { flex: none; display: flex; align-items: center; gap: .5rem; min-block-size: 2.75rem; padding: .25rem .875rem;
  font: inherit; color: inherit; cursor: pointer; background: var(--_surface); border: 1px solid var(--_line);
  border-radius: var(--_radius); }
.choices button:hover { border-color: var(--_accent); }
.choices button[aria-pressed=true] { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent); font-weight: 600; }
.choices img { block-size: 2rem; inline-size: 2rem; object-fit: cover; border-radius: .375rem; background: #fff; }
@media (forced-colors: active) { .choices button[aria-pressed=true] { outline: 2px solid Highlight; } }
`;

/** A picture where the tile is an address, nodes where it is a snippet, nothing where it is a word. */
const createPicture = (tile: string, { create, safeUrl }: PartContext): HTMLElement | null => {
  const isAddress = /^(https?:|\/)/i.test(tile.trim());
  const src = isAddress ? safeUrl(tile.trim(), document.baseURI) : null;
  return src === null ? null : create('img', 'choice-picture', [], { src, alt: '' });
};

const createTile = (tile: IntentTile, isChosen: boolean, context: PartContext): HTMLElement => {
  const { intentTileId: id, intentTileText: text, tile: look } = tile;
  const picture = look ? createPicture(look, context) : null;
  const snippet = look && picture === null && look.includes('<') ? buildNodes(look, context) : null;
  return context.create('button', 'choice-tile', [picture ?? snippet ?? '', text ?? ''], {
    type: 'button',
    'aria-pressed': String(isChosen),
    'data-focus': `tile ${id}`,
  });
};

/** The question with its tiles. The chosen tile can be chosen again: that takes the choice back. */
export const createGuidedChoice = (
  { clarifyingQuestion, intentTiles, selectedTile }: Clarification,
  context: PartContext,
  choose: (tile: string | null) => void,
): HTMLElement | null => {
  const usable = (intentTiles ?? []).filter(({ intentTileId }) => intentTileId);
  if (usable.length === 0) return null;
  const buttons = usable.map((tile) => {
    const isChosen = tile.intentTileId === selectedTile?.intentTileId;
    const button = createTile(tile, isChosen, context);
    button.addEventListener('click', () => choose(isChosen ? null : (tile.intentTileId ?? null)));
    return button;
  });
  return context.create('fieldset', 'choice', [
    context.create('legend', 'question', [clarifyingQuestion ?? '']),
    context.create('div', 'choices', buttons),
  ]);
};
