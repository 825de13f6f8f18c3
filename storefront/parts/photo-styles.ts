export const photoCss = `
.section { display: flex; flex-direction: column; gap: .875rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.button { position: relative; display: inline-flex; align-items: center; min-block-size: 2.75rem; padding: 0 1.125rem; cursor: pointer;
  border: 1px solid var(--_accent); border-radius: var(--_radius); background: var(--_surface); color: inherit; }
.button:hover { box-shadow: inset 0 0 0 1px var(--_accent); }
.button:focus-within { outline: 2px solid var(--_accent); outline-offset: 2px; }
.file { position: absolute; inset: 0; opacity: 0; cursor: pointer; inline-size: 100%; font-size: 0; }
@media not (pointer: coarse) { .camera { display: none; } }
.status { min-block-size: 1.5em; color: var(--_muted); }
.status:empty { display: none; }
.panel[hidden] { display: none; }
.panel { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: start; }
.stage { position: relative; touch-action: none; user-select: none; cursor: crosshair; overflow: hidden; border-radius: var(--_radius); }
.canvas { display: block; max-inline-size: min(20rem, 100%); max-block-size: 24rem; inline-size: auto; block-size: auto; background: #fff; }
.outline { position: absolute; border: 2px solid #fff; outline: 2px solid #1c1b1a; border-radius: .375rem; pointer-events: none; }
.outline[hidden] { display: none; }
.settings { flex: 1 1 14rem; display: flex; flex-direction: column; gap: .625rem; }
.parts { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .125rem 1rem; }
.legend { padding: 0; font-weight: 600; margin-block-end: .25rem; }
.choice { display: inline-flex; align-items: center; gap: .5rem; min-block-size: 2.25rem; cursor: pointer; }
.radio { accent-color: var(--_accent); inline-size: 1.125rem; block-size: 1.125rem; margin: 0; }
.radio:focus-visible, .words:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.hint { color: var(--_muted); }
.label { display: flex; flex-direction: column; gap: .25rem; max-inline-size: 24rem; font-weight: 600; }
.words { font: inherit; font-weight: 400; color: inherit; background: var(--_surface); border: 1px solid var(--_muted); border-radius: .5rem;
  min-block-size: 2.75rem; padding: 0 .75rem; inline-size: 100%; }
`;
