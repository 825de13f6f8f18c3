/** sRGB bytes → CIE Lab under D65. Equal distances in this space look about equally different. */
export const toCieLab = (
  red: number,
  green: number,
  blue: number,
): [lightness: number, a: number, b: number] => {
  const r = linearByByte[red] ?? 0;
  const g = linearByByte[green] ?? 0;
  const b = linearByByte[blue] ?? 0;
  const x = compressForLab((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = compressForLab(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = compressForLab((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const linearByByte = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const compressForLab = (value: number): number =>
  value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116;
