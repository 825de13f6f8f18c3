import { finishes } from './materials.ts';
import type { Part, Silhouette, Substance } from './part.ts';
import { patternTile } from './patterns.ts';
import { silhouettes } from './silhouettes.ts';
import { palette, shiftBrightness } from './palette.ts';
import type { DemoProduct } from './product.ts';

const backdrop = '#f7f6f4';

type Paint = {
  readonly fills: Readonly<Record<Substance, string>>;
  readonly outline: string;
  readonly overlays: readonly string[];
  readonly stitched: boolean;
};

/** The picture of a product as SVG, 320 by 320. The same product gives the same text. */
export const drawProduct = (product: DemoProduct): string => {
  const silhouette = silhouettes[product.drawing.kind][product.drawing.silhouette];
  if (silhouette === undefined) throw new RangeError(`${product.identifier} has no such silhouette`);
  const paint = choosePaint(product);
  const { width, height } = product.drawing;
  const { x, y } = silhouette.ground;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">',
    `<defs>${definitions(product)}</defs><rect width="320" height="320" fill="${backdrop}"/>`,
    `<g transform="translate(${x} ${y}) scale(${width} ${height}) translate(${-x} ${-y})">`,
    shadow(silhouette),
    ...silhouette.parts.flatMap((part) => drawMirrored(part, paint)),
    '</g></svg>',
  ].join('');
};

const shadow = ({ ground: { x, y, reach } }: Silhouette): string =>
  `<ellipse cx="${x}" cy="${y + 2}" rx="${reach}" ry="13" fill="url(#shadow)"/>`;

const choosePaint = ({ features: { colour, material, pattern } }: DemoProduct): Paint => {
  const { hex, contrast } = palette[colour];
  const finish = finishes[material];
  const dim = colour === 'white' ? -0.16 : -0.26;
  return {
    fills: {
      body: hex,
      shade: shiftBrightness(hex, colour === 'black' ? 0.14 : dim),
      tint: shiftBrightness(hex, 0.45),
      inside: shiftBrightness(hex, colour === 'white' ? -0.34 : -0.5),
      contrast,
      pale: '#f2eee5',
      dark: '#3b3633',
      metal: '#c3c8ce',
      brass: '#cfa75a',
      wood: '#b98856',
      glow: '#ffe7a8',
      leaf: '#6f8f5c',
    },
    outline: shiftBrightness(hex, colour === 'black' ? -0.5 : -0.42),
    overlays: [
      ...(pattern === 'plain' ? [] : ['url(#pattern)']),
      ...(finish.texture === null ? [] : ['url(#texture)']),
    ],
    stitched: finish.stitched,
  };
};

const definitions = ({ features: { colour, material, pattern } }: DemoProduct): string => {
  const { gloss, depth, texture } = finishes[material];
  return [
    patternTile(pattern, palette[colour].contrast) ?? '',
    texture ?? '',
    gradient('light', 'x1="0" y1="0" x2="1" y2="1"', [
      [0, '#fff', 0.26],
      [0.45, '#fff', 0.02],
      [1, '#000', depth],
    ]),
    gradient('gloss', 'x1="0" y1="0" x2="1" y2=".18"', [
      [0.1, '#fff', 0],
      [0.22, '#fff', gloss],
      [0.34, '#fff', 0],
      [0.86, '#fff', 0],
      [0.94, '#fff', gloss * 0.4],
      [1, '#fff', 0],
    ]),
    '<radialGradient id="shadow"><stop offset="0" stop-color="#3c342c" stop-opacity=".34"/><stop offset="1" stop-color="#3c342c" stop-opacity="0"/></radialGradient>',
  ].join('');
};

type Stop = readonly [offset: number, colour: string, opacity: number];

const gradient = (id: string, direction: string, stops: readonly Stop[]): string => {
  const drawn = stops.map(
    ([offset, colour, opacity]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<linearGradient id="${id}" ${direction}>${drawn.join('')}</linearGradient>`;
};

const drawMirrored = (part: Part, paint: Paint): string[] => {
  const drawn = part.kind === 'area' ? drawArea(part, paint) : drawLine(part, paint);
  return part.mirrored ? [drawn, `<g transform="translate(320 0) scale(-1 1)">${drawn}</g>`] : [drawn];
};

const productSubstances: readonly Substance[] = ['body', 'shade', 'tint', 'inside'];

const drawArea = (part: Extract<Part, { kind: 'area' }>, paint: Paint): string => {
  const layer = (fill: string): string => `<path d="${part.path}" fill="${fill}" fill-rule="evenodd"/>`;
  const flat = part.substance === 'glow' || part.substance === 'inside';
  const outline = productSubstances.includes(part.substance)
    ? paint.outline
    : shiftBrightness(paint.fills[part.substance], -0.4);
  return [
    layer(paint.fills[part.substance]),
    ...(part.substance === 'body' ? paint.overlays.map(layer) : []),
    ...(flat ? [] : [layer('url(#light)'), layer('url(#gloss)')]),
    `<path d="${part.path}" fill="none" stroke="${outline}" stroke-opacity=".75" stroke-width="1.8" stroke-linejoin="round"/>`,
  ].join('');
};

const drawLine = (part: Extract<Part, { kind: 'line' }>, paint: Paint): string => {
  if (part.stitched && !paint.stitched) return '';
  const colour = paint.fills[part.substance];
  const stroke = (style: string): string =>
    `<path d="${part.path}" fill="none" stroke-linecap="round" stroke-linejoin="round" ${style}/>`;
  if (part.stitched) return stroke(`stroke="${colour}" stroke-width="${part.width}" stroke-dasharray="5 4"`);
  const edge =
    part.width < 4
      ? ''
      : stroke(`stroke="${shiftBrightness(colour, -0.38)}" stroke-width="${part.width + 2.4}"`);
  return edge + stroke(`stroke="${colour}" stroke-width="${part.width}"`);
};
