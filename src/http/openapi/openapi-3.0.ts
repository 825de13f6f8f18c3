import type { Json, JsonObject } from '../schema/json.ts';

/*
 * The document as OpenAPI 3.0.3, for generators that do not read 3.1. The two differ in how JSON Schema is written:
 * null is `nullable`, and neither a summary nor an SPDX identifier is known.
 */

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toOpenApi30 = (document: JsonObject): JsonObject => {
  const { summary: _, license: __, ...info } = document['info'] as JsonObject;
  const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
  return { ...(convert(document) as JsonObject), openapi: '3.0.3', info: { ...info, license } };
};

const convert = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  const { anyOf, ...rest } = value;
  const others = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, convert(each)]));
  return Array.isArray(anyOf) ? { ...others, ...convertUnion(anyOf) } : others;
};

const isNull = (schema: Json): boolean => isObject(schema) && schema['type'] === 'null';

/** `nullable` belongs beside `type`; a reference takes no neighbours, so it is wrapped. */
const convertUnion = (schemas: readonly Json[]): JsonObject => {
  const [first, ...more] = schemas.filter((schema) => !isNull(schema)).map(convert);
  const nullable = schemas.some(isNull) ? { nullable: true } : {};
  if (!isObject(first) || more.length > 0)
    return { anyOf: [...(first === undefined ? [] : [first]), ...more], ...nullable };
  return '$ref' in first ? { allOf: [first], ...nullable } : { ...first, ...nullable };
};
