/** The colour of a product, and the colour of its pattern and trimmings. */
export type PaletteColour = { readonly hex: string; readonly contrast: string };

export const palette = {
  red: { hex: '#c5403a', contrast: '#f7e4d4' },
  terracotta: { hex: '#cf7248', contrast: '#fbe9d7' },
  mustard: { hex: '#dba53a', contrast: '#6b4a1f' },
  olive: { hex: '#7c8247', contrast: '#f1ead0' },
  green: { hex: '#3d7353', contrast: '#efe7cf' },
  teal: { hex: '#2c8088', contrast: '#f4e6cc' },
  'sky blue': { hex: '#86b6d8', contrast: '#fdfaf2' },
  navy: { hex: '#2b3c66', contrast: '#ece2cb' },
  lilac: { hex: '#a993cb', contrast: '#fbf3fa' },
  pink: { hex: '#e59aa2', contrast: '#fff6f0' },
  brown: { hex: '#87583a', contrast: '#f0dcbd' },
  sand: { hex: '#d9c09a', contrast: '#7a5b3c' },
  charcoal: { hex: '#4a4c54', contrast: '#dcdad4' },
  black: { hex: '#2a2a2e', contrast: '#d8d2c6' },
  white: { hex: '#fbfaf6', contrast: '#9aa3ad' },
} as const satisfies Record<string, PaletteColour>;

export type ColourName = keyof typeof palette;

/** Mixes with black (amount below 0) or white (above 0); −1 is black and 1 is white. */
export const shiftBrightness = (hex: string, amount: number): string => {
  const end = amount < 0 ? 0 : 255;
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const mixed = channels.map((value) => Math.round(value + (end - value) * Math.abs(amount)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
