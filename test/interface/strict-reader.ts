/**
 * Reads JSON as a strictly typed client (C# or Java with closed types) would: every declared field is there,
 * nothing else is, integers fit their width, enumerations are closed. Returns what such a client would refuse.
 */
export type Shape =
  | { readonly kind: 'string' | 'boolean' | 'double' | 'int32' | 'int64' | 'anything' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'array'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: Fields; readonly optional: Fields };

export type Fields = Readonly<Record<string, Shape>>;

export const string: Shape = { kind: 'string' };
export const boolean: Shape = { kind: 'boolean' };
export const double: Shape = { kind: 'double' };
export const int32: Shape = { kind: 'int32' };
export const int64: Shape = { kind: 'int64' };
export const anything: Shape = { kind: 'anything' };
export const oneOf = (...values: string[]): Shape => ({ kind: 'enum', values });
export const nullable = (of: Shape): Shape => ({ kind: 'nullable', of });
export const arrayOf = (of: Shape): Shape => ({ kind: 'array', of });
export const mapOf = (of: Shape): Shape => ({ kind: 'map', of });
/** `optional` fields may be left out; all others must be there. */
export const object = (fields: Fields, optional: Fields = {}): Shape => ({
  kind: 'object',
  fields,
  optional,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWhole = (value: unknown, bits: 32 | 64): boolean => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return bits === 32 ? value >= -(2 ** 31) && value < 2 ** 31 : Number.isSafeInteger(value);
};

type Scalar = { readonly kind: 'string' | 'boolean' | 'double' | 'int32' | 'int64' | 'anything' };

const scalars: Readonly<
  Record<Scalar['kind'], readonly [name: string, accepts: (value: unknown) => boolean]>
> = {
  anything: ['a value', (value) => value !== undefined],
  string: ['a string', (value) => typeof value === 'string'],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  double: ['a finite number', (value) => typeof value === 'number' && Number.isFinite(value)],
  int32: ['an int32', (value) => isWhole(value, 32)],
  int64: ['an int64', (value) => isWhole(value, 64)],
};

const isScalar = (shape: Shape): shape is Scalar => shape.kind in scalars;

/** What a strict client refuses, each with its path. Empty: the value has the shape. */
export const findViolations = (shape: Shape, value: unknown, path = '$'): string[] => {
  const refuse = (expected: string): string[] => [
    `${path}: expected ${expected}, got ${(JSON.stringify(value) ?? 'nothing').slice(0, 60)}`,
  ];
  if (isScalar(shape)) {
    const [name, accepts] = scalars[shape.kind];
    return accepts(value) ? [] : refuse(name);
  }
  switch (shape.kind) {
    case 'enum': {
      const isKnown = typeof value === 'string' && shape.values.includes(value);
      return isKnown ? [] : refuse(`one of ${shape.values.join(', ')}`);
    }
    case 'nullable':
      return value === null ? [] : findViolations(shape.of, value, path);
    case 'array':
      if (!Array.isArray(value)) return refuse('an array');
      return value.flatMap((item, index) => findViolations(shape.of, item, `${path}[${index}]`));
    case 'map':
      if (!isRecord(value)) return refuse('an object');
      return Object.entries(value).flatMap(([name, item]) =>
        findViolations(shape.of, item, `${path}.${name}`),
      );
    case 'object':
      return isRecord(value) ? findFieldViolations(shape, value, path) : refuse('an object');
  }
};

const findFieldViolations = (
  { fields, optional }: Extract<Shape, { kind: 'object' }>,
  value: Record<string, unknown>,
  path: string,
): string[] => {
  const unknown = Object.keys(value)
    .filter((name) => !(name in fields) && !(name in optional))
    .map((name) => `${path}.${name}: is not a field of the interface`);
  const required = Object.entries(fields).flatMap(([name, shape]) =>
    name in value ? findViolations(shape, value[name], `${path}.${name}`) : [`${path}.${name}: is missing`],
  );
  const given = Object.entries(optional).flatMap(([name, shape]) =>
    name in value ? findViolations(shape, value[name], `${path}.${name}`) : [],
  );
  return [...unknown, ...required, ...given];
};
