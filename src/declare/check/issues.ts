import type { ErrorObject } from 'ajv';
import { editDistance } from '../../domain/edit-distance.ts';
import { Fault, type FaultDetails, type Reason, type ValidationIssue } from '../../errors.ts';

export const issuesFault = (issues: readonly ValidationIssue[], more: FaultDetails = {}): Fault =>
  new Fault('bad-input', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    issues,
    reason: { reason: 'invalid' },
    ...more,
  });

/** `/boxes/0/facets` → `$.boxes[0].facets`. */
const toJsonPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => path + (/^\d+$/.test(part) ? `[${part}]` : propertyPath(part)), '$');

const propertyPath = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

const listNames = (known: readonly string[]): string => known.map((name) => `\`${name}\``).join(', ');

/** "did you mean …?" for a similar known name, else the list of known names. */
export const suggestName = (written: string, known: readonly string[]): string => {
  const near = closestName(written, known);
  if (near) return `did you mean \`${near}\`?`;
  return known.length > 0 ? `known: ${listNames(known)}` : 'there are none';
};

export const noSuchBox = (
  path: string,
  name: string,
  { boxes }: { readonly boxes: ReadonlySet<string> },
): ValidationIssue => ({
  path,
  message: `there is no box \`${name}\`, ${suggestName(name, [...boxes])}`,
  reason: { reason: 'no-such-box', values: { name } },
});

/** Translates an error of the schema validator into a helpful message. */
export const toIssue = (error: ErrorObject): ValidationIssue => {
  const path = toJsonPath(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownProperty(path, String(params.additionalProperty), error);
    case 'required': {
      const at = path + propertyPath(String(params.missingProperty));
      return { path: at, message: 'is missing', reason: { reason: 'missing' } };
    }
    case 'enum':
    case 'const':
      return notAllowed(path, error.data, allowedValues(params));
    case 'discriminator':
      return unknownKind(path, error);
    case 'type':
      return {
        path,
        message: `must be ${describeType(params.type)}, found ${typeName(error.data)}`,
        reason: { reason: 'wrong-type', values: { type: String(params.type) } },
      };
    // The value is not repeated: it may be a key, or a URL with a password.
    case 'pattern':
    case 'format': {
      const rule = (error.parentSchema?.description as string | undefined) ?? error.message ?? '';
      return { path, message: `does not fit. ${rule}`, reason: { reason: 'does-not-fit' } };
    }
    case 'minProperties':
    case 'maxProperties':
      return { path, message: describePropertyCount(error) };
    default:
      return { path, message: error.message ?? 'is not valid', ...boundReason(error) };
  }
};

const boundReasons = {
  minimum: 'too-small',
  maximum: 'too-large-number',
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  maxItems: 'too-many-entries',
} as const;

/** The reason for a number, text or list that is out of bounds. */
const boundReason = ({ keyword, params }: ErrorObject): { reason?: Reason } => {
  if (!(keyword in boundReasons)) return {};
  const reason = boundReasons[keyword as keyof typeof boundReasons];
  return { reason: { reason, values: { limit: (params as { limit: number }).limit } } };
};

const unknownProperty = (path: string, name: string, error: ErrorObject): ValidationIssue => ({
  path: path + propertyPath(name),
  message: `unknown property \`${name}\`, ${suggestName(name, schemaProperties(error))}`,
  reason: { reason: 'unknown', values: { name } },
});

const unknownKind = (path: string, error: ErrorObject): ValidationIssue => {
  const { tag, tagValue } = error.params as { tag: string; tagValue: unknown };
  const kinds = (error.parentSchema?.oneOf as { properties: Record<string, object> }[]).flatMap(
    ({ properties }) => allowedValues({ ...properties[tag] }),
  );
  return notAllowed(path + propertyPath(tag), tagValue, kinds);
};

const allowedValues = (schema: Record<string, unknown>): string[] => {
  const allowed = schema.allowedValues ?? schema.enum ?? [schema.allowedValue ?? schema.const];
  return (allowed as unknown[]).map(String);
};

const notAllowed = (path: string, written: unknown, allowed: readonly string[]): ValidationIssue => {
  const near = typeof written === 'string' ? closestName(written, allowed) : null;
  const meant = near ? `, did you mean \`${near}\`?` : '';
  return {
    path,
    message: `${JSON.stringify(written) ?? 'nothing'} is not one of ${listNames(allowed)}${meant}`,
    reason: { reason: 'not-one-of', values: { allowed: allowed.join(', ') } },
  };
};

const describePropertyCount = (error: ErrorObject): string => {
  const count = error.parentSchema?.maxProperties === 1 ? 'exactly' : 'at least';
  return `needs ${count} one of ${listNames(schemaProperties(error))}`;
};

const schemaProperties = (error: ErrorObject): string[] =>
  Object.keys((error.parentSchema?.properties as object | undefined) ?? {});

const describeType = (type: unknown): string =>
  Array.isArray(type) ? type.join(' or ') : `of type ${String(type)}`;

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** The known names with the smallest edit distance, nearest first; empty when none is similar. */
export const closestNames = (written: string, known: readonly string[], most: number): string[] => {
  const limit = Math.max(1, Math.floor(written.length / 3));
  return known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
};

/** The known name with the smallest edit distance, or null when none is similar. */
export const closestName = (written: string, known: readonly string[]): string | null =>
  closestNames(written, known, 1)[0] ?? null;
