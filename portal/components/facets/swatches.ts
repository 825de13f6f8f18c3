/** Colours by their usual names in the languages of the portal. A catalogue may say them in any case. */
const colours: Readonly<Record<string, string>> = {
  black: '#1a1a1a',
  schwarz: '#1a1a1a',
  white: '#ffffff',
  weiß: '#ffffff',
  weiss: '#ffffff',
  grey: '#8a8a8a',
  gray: '#8a8a8a',
  grau: '#8a8a8a',
  silver: '#c0c4c8',
  silber: '#c0c4c8',
  gold: '#c9a227',
  red: '#d02c2c',
  rot: '#d02c2c',
  burgundy: '#7a1f33',
  bordeaux: '#7a1f33',
  pink: '#ec7fae',
  rosa: '#ec7fae',
  orange: '#ee8022',
  terracotta: '#c4633f',
  terrakotta: '#c4633f',
  charcoal: '#3a3d42',
  anthrazit: '#3a3d42',
  coral: '#f0735a',
  koralle: '#f0735a',
  yellow: '#f2c62f',
  gelb: '#f2c62f',
  mustard: '#c9981f',
  senf: '#c9981f',
  green: '#2f9150',
  grün: '#2f9150',
  olive: '#77803a',
  oliv: '#77803a',
  mint: '#9adbbd',
  turquoise: '#2ab7b0',
  türkis: '#2ab7b0',
  teal: '#15757a',
  petrol: '#15757a',
  blue: '#2a62c8',
  blau: '#2a62c8',
  navy: '#1d2c56',
  marine: '#1d2c56',
  purple: '#7a3f9d',
  violet: '#7a3f9d',
  lila: '#b08fd0',
  lilac: '#b08fd0',
  flieder: '#b08fd0',
  violett: '#7a3f9d',
  lavender: '#b9a5de',
  lavendel: '#b9a5de',
  brown: '#7b4d2e',
  braun: '#7b4d2e',
  tan: '#c69a6d',
  camel: '#c69a6d',
  beige: '#dcc9a8',
  sand: '#dcc9a8',
  cream: '#f4ead2',
  creme: '#f4ead2',
  ivory: '#f6f1e1',
  elfenbein: '#f6f1e1',
};

const isColourField = (name: string): boolean => /colou?r|farbe/i.test(name);

const lookUp = (name: string): string | null =>
  Object.hasOwn(colours, name) ? (colours[name] ?? null) : null;

/** In German words are joined: `himmelblau`, `sandfarben`. */
const lastPart = /^.*(?=(?:blau|braun|gelb|grau|grün|rot|schwarz|weiß)$)|farben$/;

/** `Dark blue` is shown as blue: the last word names the colour. */
const findColour = (value: string): string | null => {
  const words = value
    .toLowerCase()
    .trim()
    .split(/[\s-]+/);
  const last = words.at(-1) ?? '';
  return lookUp(words.join(' ')) ?? lookUp(last) ?? lookUp(last.replace(lastPart, ''));
};

/** The colour to show beside a value of this field; null where the value is not known as a colour. */
export const findSwatch = (field: string, value: string): string | null =>
  isColourField(field) ? findColour(value) : null;
