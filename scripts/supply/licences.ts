type Locked = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Packages = Readonly<Record<string, Locked>>;

/** Ask for no more than their text and the names of their authors. */
const everywhere = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];

/** For tools: these are used unchanged, and only the font becomes a part of what is built. */
const tools = [...everywhere, 'MPL-2.0', 'OFL-1.1', 'Unlicense', 'CC0-1.0', 'Python-2.0', 'Zlib'];

/** Packages that may have another licence, each for a reason. */
const exceptions: readonly { readonly name: RegExp; readonly licence: string }[] = [
  // A library that is loaded, as a package of its own: it can be replaced, which is what the LGPL asks for.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
  // A list of words; its authors are named in its package.
  { name: /^naughty-words$/, licence: 'CC-BY-4.0' },
  // Their licence, MIT, is written in a form that a lock file does not take over.
  { name: /^(reserved|busboy|streamsearch|humanize-number)$/, licence: 'unknown' },
];

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `(MIT OR CC0-1.0)`, `Apache-2.0 AND MIT`: one of the choices, with all of its parts. No expression here has both. */
const isAllowed = (expression: string, allowed: readonly string[]): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));

/** Programs of other platforms, for which the lock file has no more than a version, have that of the package they belong to. */
const findOwner = (packages: Packages, name: string): string | undefined =>
  Object.values(packages).find(({ optionalDependencies = {} }) => name in optionalDependencies)?.license;

/** `name: licence` of packages of a lock file whose licence nobody has agreed to. */
export const listRefusedLicences = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .flatMap(([path, { license, dev = false }]) => {
      const name = nameOf(path);
      const licence = license ?? findOwner(packages, name) ?? 'unknown';
      const excepted = exceptions.filter((each) => each.name.test(name)).map((each) => each.licence);
      return isAllowed(licence, [...(dev ? tools : everywhere), ...excepted]) ? [] : [`${name}: ${licence}`];
    });
