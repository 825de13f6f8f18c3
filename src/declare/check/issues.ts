import type { ErrorObject } from 'ajv';
import type { ValidationIssue, Reason } from '../../errors.ts';
import { closestName } from './closest-name.ts';

export type DeclarationIssue = ValidationIssue;

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

/** Translates an error of the schema validator into a helpful message. */
export const toIssue = (error: ErrorObject): DeclarationIssue => {
  const path = toJsonPath(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownProperty(path, String(params.additionalProperty), error);
    case 'required':
      return {
        path: path + propertyPath(String(params.missingProperty)),
        message: 'is missing',
        reason: { reason: 'missing' },
      };
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
    case 'format':
      return {
        path,
        message: `does not fit. ${schemaDescription(error)}`,
        reason: { reason: 'does-not-fit' },
      };
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

const unknownProperty = (path: string, name: string, error: ErrorObject): DeclarationIssue => {
  return {
    path: path + propertyPath(name),
    message: `unknown property \`${name}\`, ${suggestName(name, schemaProperties(error))}`,
    reason: { reason: 'unknown', values: { name } },
  };
};

const unknownKind = (path: string, error: ErrorObject): DeclarationIssue => {
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

const notAllowed = (path: string, written: unknown, allowed: readonly string[]): DeclarationIssue => {
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

const schemaProperties = (error: ErrorObject): string[] => {
  return Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
};

const schemaDescription = (error: ErrorObject): string => {
  return (error.parentSchema?.description as string | undefined) ?? error.message ?? '';
};

const describeType = (type: unknown): string => {
  return Array.isArray(type) ? type.join(' or ') : `of type ${String(type)}`;
};

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};
