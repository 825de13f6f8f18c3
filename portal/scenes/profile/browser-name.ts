const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
];

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** "Firefox 140, Windows" from a user agent; null for an unknown browser. */
export const browserName = (userAgent: string): string | null => {
  const [browser] = browsers.flatMap(([name, sign]) => {
    const version = sign.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  });
  if (browser === undefined) return null;
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
  return system === undefined ? browser : `${browser}, ${system}`;
};
