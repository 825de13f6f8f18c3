import type { Kept } from './promises.ts';

/*
 * A chart of promises: the line in the middle is the promise, a bar to its right is better, one to its left worse. One
 * step is a factor of two, because figures differ from promises by factors and not by amounts.
 */

const lineHeight = 26;
const [labelWidth, stepWidth, valueWidth] = [520, 34, 260];
/** Steps drawn on each side; a bar that would be longer ends there. */
const mostSteps = 4;
const top = 58;
const middle = labelWidth + mostSteps * stepWidth;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1d2430 }
  .title { font-weight: 600; font-size: 15px }
  .small { font-size: 11px; fill: #5b6473 }
  .paper { fill: #fff } .line { stroke: #1d2430 } .grid { stroke: #d8dce3 }
  .kept { fill: #0f766e } .missed { fill: #b45309 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #14181f } text { fill: #e7eaf0 } .small { fill: #a3acba } .line { stroke: #e7eaf0 } .grid { stroke: #3a4250 }
    .kept { fill: #2dd4bf } .missed { fill: #f59e0b }
  }`;

const drawBar = ({ what, value, wanted, isKept, factor }: Kept, index: number): string => {
  const y = top + index * lineHeight;
  const steps = Math.max(-mostSteps, Math.min(mostSteps, Math.log2(factor)));
  const length = Math.round(Math.abs(steps) * stepWidth);
  const x = steps < 0 ? middle - length : middle;
  return `  <text x="${labelWidth - 12}" y="${y + 14}" text-anchor="end">${escape(what)}</text>
  <rect class="${isKept ? 'kept' : 'missed'}" x="${x}" y="${y + 2}" width="${Math.max(2, length)}" height="16" rx="2"/>
  <text x="${middle + mostSteps * stepWidth + 12}" y="${y + 14}">${value}<tspan class="small" dx="6">${escape(wanted)}</tspan></text>`;
};

const drawGrid = (bottom: number): string =>
  Array.from({ length: 2 * mostSteps + 1 }, (_, at) => {
    const step = at - mostSteps;
    const x = middle + step * stepWidth;
    const label = step === 0 ? 'promise' : step > 0 ? `${2 ** step} ×` : `1/${2 ** -step}`;
    return `  <line class="${step === 0 ? 'line' : 'grid'}" x1="${x}" x2="${x}" y1="${top - 4}" y2="${bottom}"/>
  <text class="small" x="${x}" y="${top - 10}" text-anchor="middle">${label}</text>`;
  }).join('\n');

export const drawPromises = (compared: readonly Kept[]): string => {
  const bottom = top + compared.length * lineHeight;
  const width = labelWidth + 2 * mostSteps * stepWidth + valueWidth;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 16}" role="img">
  <title>Figures next to their promises</title>
  <style>${style}
  </style>
  <rect class="paper" width="100%" height="100%"/>
  <text class="title" x="12" y="24">Figures next to their promises; right of the line is better</text>
${drawGrid(bottom)}
${compared.map(drawBar).join('\n')}
</svg>
`;
};
