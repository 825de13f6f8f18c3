/*
 * A shop restyles the lists through custom properties and parts. Colours follow the page's `color-scheme`, which
 * a shadow tree inherits. A constructed style sheet, not a <style> element: it works under a content security
 * policy that forbids inline styles.
 */
const css = `
:host { display: block; font: var(--kindred-font, inherit); color: var(--kindred-ink, light-dark(#1c1b1a, #f1efec));
  --_line: var(--kindred-line, light-dark(#dedbd5, #44403b)); --_muted: var(--kindred-muted, light-dark(#625d56, #aaa49b));
  --_surface: var(--kindred-surface, light-dark(#fff, #23211f)); --_radius: var(--kindred-radius, .75rem); }
:host([hidden]) { display: none; }
h2 { font-size: 1.25em; margin: 0 0 .75rem; }
p { margin: 0; color: var(--_muted); }
ul { list-style: none; margin: 0; padding: 0; gap: var(--kindred-gap, 1rem); }
ul.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(var(--kindred-item, 10rem), 1fr)); }
ul.chips { display: flex; flex-wrap: wrap; gap: var(--kindred-gap, .5rem); }
a, button { font: inherit; color: inherit; text-decoration: none; background: var(--_surface); cursor: pointer;
  border: 1px solid var(--_line); border-radius: var(--_radius); text-align: start; }
a:hover, button:hover { border-color: var(--kindred-accent, light-dark(#8a4b2a, #e0a582)); }
a:focus-visible, button:focus-visible { outline: 2px solid var(--kindred-accent, light-dark(#8a4b2a, #e0a582));
  outline-offset: 2px; }
.grid a, .grid button { display: flex; flex-direction: column; gap: .25rem; width: 100%; height: 100%;
  box-sizing: border-box; padding: 0 0 .75rem; overflow: hidden; }
.chips a, .chips button { display: block; padding: .375rem .875rem; border-radius: var(--kindred-radius, 999px); }
img, .blank { display: block; width: 100%; aspect-ratio: var(--kindred-ratio, 1); object-fit: contain; background: #fff; }
.name, .price { padding: 0 .75rem; overflow-wrap: anywhere; }
.price { margin-top: auto; color: var(--_muted); }
.retry { margin-top: .5rem; padding: .375rem .875rem; }
.blank { background: var(--_line); opacity: .5; border-radius: var(--_radius); }
.chips .blank { width: 6rem; height: 2.25rem; aspect-ratio: auto; border-radius: 999px; }
@media (prefers-reduced-motion: no-preference) { .blank { animation: blink 1.2s ease-in-out infinite alternate; } }
@keyframes blink { to { opacity: .2; } }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

export const createStyleSheet = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
