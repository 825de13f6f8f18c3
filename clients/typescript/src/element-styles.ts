// Generated from storefront/styles.ts by scripts/write-client-types.ts. Do not edit.
export const css = `
:host { display: block; font: var(--kindred-font, inherit); color: var(--kindred-ink, light-dark(#1c1b1a, #f1efec));
  --_line: var(--kindred-line, light-dark(#dedbd5, #44403b)); --_muted: var(--kindred-muted, light-dark(#625d56, #aaa49b));
  --_surface: var(--kindred-surface, light-dark(#fff, #23211f)); --_radius: var(--kindred-radius, .75rem);
  --_accent: var(--kindred-accent, light-dark(#8a4b2a, #e0a582)); --_gap: var(--kindred-gap, 1rem);
  --_chip: 2.5rem; --_rows: var(--kindred-rows, 1); --_bar: 3.25rem; --_scroll: 14px; }
@media (max-width: 40rem) { :host { --_rows: var(--kindred-rows, 2); } }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[part=heading] { font-size: 1.25em; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0; }
.frame { position: relative; }
.content { position: absolute; inset: 0; display: flex; flex-direction: column; }
.reserve { visibility: hidden; display: flow-root; }
:host([state=loading]) section:not(.kept) .reserve { visibility: visible; }
:host(:is([state=empty], [state=error])) section:not(.has-text) [part=heading] { visibility: hidden; }
.kept .content { opacity: .6; }
.items { flex: 1 1 0; min-block-size: 0; list-style: none; margin: 0; padding: 0; gap: var(--_gap); }
.tile.grid .items { display: grid; grid-auto-rows: minmax(0, 1fr);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--kindred-item, 10rem)), 1fr)); }
.tile.carousel .items, .chip .items { display: flex; overflow: auto hidden; scrollbar-width: thin;
  overscroll-behavior-inline: contain; margin: -4px; padding: 4px; scroll-padding-inline: 4px; }
.tile.carousel .items { scroll-snap-type: inline proximity; padding-block-end: var(--_scroll); }
.tile.carousel .items > * { flex: 0 0 var(--kindred-item, 11rem); scroll-snap-align: start; }
.chip .items { --_gap: var(--kindred-gap, .5rem); flex-flow: column wrap; align-content: start; align-items: start; flex: none;
  block-size: calc(var(--_rows) * var(--_chip) + (var(--_rows) - 1) * var(--_gap) + 4px + var(--_scroll)); }
.chip.carousel .items { --_rows: 1; }
.chip .items > * { max-inline-size: 100%; }
.reserve .items { overflow: hidden; }
.items > * { min-inline-size: 0; min-block-size: 0; position: relative; }
.reserve .blank, .released li { block-size: var(--kindred-item-height, auto); }
.link { font: inherit; color: inherit; text-decoration: none; background: var(--_surface); cursor: pointer;
  border: 1px solid var(--_line); border-radius: var(--_radius); text-align: start; }
.link:hover { border-color: var(--_accent); }
.tile .link { display: flex; flex-direction: column; inline-size: 100%; block-size: 100%; padding: 0 0 .625rem;
  overflow: hidden; line-height: 1.4; }
.chip .link { display: block; block-size: var(--_chip); line-height: calc(var(--_chip) - 2px); padding: 0 .875rem;
  border-radius: var(--kindred-radius, 999px); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-inline-size: 100%; }
.picture { display: block; inline-size: 100%; aspect-ratio: var(--kindred-ratio, 1); min-block-size: 0; object-fit: contain;
  background: var(--kindred-picture, #fff); }
.content .picture { flex: 1 1 0; aspect-ratio: auto; }
.missing { background: var(--_line); }
.name, .price { margin-inline: .75rem; overflow: hidden; flex: none; }
.name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: var(--kindred-lines, 2); block-size: calc(var(--kindred-lines, 2) * 1.4em); margin-block-start: .5rem;
  overflow-wrap: anywhere; }
.brand { display: inline-block; inline-size: 100%; font-size: .8125em; color: var(--_muted); }
.price { display: flex; justify-content: space-between; align-items: center; block-size: 1.4em; margin-block-start: .125rem; color: var(--_muted); }
.badge { position: absolute; inset-block-start: .5rem; inset-inline-start: .5rem; padding: 0 .5em; border-radius: .25rem;
  font-size: .75em; line-height: 1.75; border: 1px solid #0000; }
.ad { background: #1c1b1ae0; color: #fff; }
.promoted { background: light-dark(#8a4b2a, #e0a582); color: light-dark(#fff, #231005); }
p.promoted { position: static; align-self: start; margin-block-end: .5rem; flex: none; }
.blank .link { border-color: #0000; background: none; cursor: default; }
.blank .picture, .blank .name, .blank .price, .chip .blank .link { background: var(--_line); border-radius: .375rem; opacity: .6; }
.blank .picture { border-radius: var(--_radius); }
.blank .name, .blank .price { background-clip: content-box; padding-block: .3em; border-radius: 0; }
.blank .price { inline-size: 40%; }
.chip .blank .link { inline-size: 7rem; border-radius: 999px; }
.reserve .facets { block-size: var(--_bar); }
.blank .link { animation: give-up .4s 2.6s forwards; }
@keyframes give-up { to { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .blank .link { animation-duration: 1ms; } }
.released .reserve, .released .filler { display: none; }
.released .content { position: static; }
.released .items { flex: none; }
.released.tile .items { grid-auto-rows: auto; }
.released .picture { flex: none; aspect-ratio: var(--kindred-ratio, 1); }
:host(:is([state=empty], [state=error])) section:not(.has-text):has(.released) { display: none; }
.filler { visibility: hidden; }
.link:focus-visible, button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
@media (forced-colors: active) {
  .badge { border-color: CanvasText; } .link:focus-visible, button:focus-visible { outline-color: Highlight; } }
`;
