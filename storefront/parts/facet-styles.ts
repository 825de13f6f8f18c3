export const facetCss = `
.facets { flex: none; }
.content .facets { display: flex; align-items: center; gap: .5rem; block-size: var(--_bar); padding: 4px; margin: -4px -4px 4px;
  overflow: auto hidden; scrollbar-width: thin; white-space: nowrap; }
.facet, .clear { flex: none; font: inherit; color: inherit; cursor: pointer; min-block-size: 2.25rem; padding: 0 .875rem;
  background: var(--_surface); border: 1px solid var(--_line); border-radius: 999px; }
.facet:hover { border-color: var(--_accent); }
.facet[data-count] { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent); }
.facet[data-count]::after { content: ' · ' attr(data-count); }
.clear { border-color: #0000; background: none; text-decoration: underline; }
.count { margin-inline-start: auto; color: var(--_muted); }
.panel { position: absolute; inset: auto; margin: 0; padding: .875rem 1rem; min-inline-size: 12rem; max-inline-size: min(20rem, 92vw);
  max-block-size: 20rem; overflow: auto; font: var(--kindred-font, inherit); color: inherit; background: var(--_surface);
  border: 1px solid var(--_line); border-radius: var(--_radius); box-shadow: 0 .5rem 1.5rem #0003; }
.panel fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
.panel legend { padding: 0; font-weight: 600; margin-block-end: .375rem; }
.panel label { display: flex; align-items: center; gap: .5rem; min-block-size: 2rem; cursor: pointer; }
.panel label span { margin-inline-start: auto; padding-inline-start: 1rem; color: var(--_muted); }
.panel input { accent-color: var(--_accent); font: inherit; color: inherit; }
.panel input[type=checkbox] { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; flex: none; }
.panel input[type=number] { inline-size: 7rem; padding: .25rem .5rem; margin-inline-start: auto; background: var(--_surface);
  border: 1px solid var(--_line); border-radius: .375rem; }
.panel input:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.panel label:has(:disabled) { opacity: .5; cursor: default; }
@media (forced-colors: active) { .facet[data-count] { outline: 2px solid Highlight; } }
`;
