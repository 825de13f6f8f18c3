import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../../src/http/schema/json.ts';

type Response = { content?: Record<string, { schema: JsonObject }>; headers?: Record<string, JsonObject> };
type Method = 'get' | 'post';
type Document = {
  paths: Record<string, Partial<Record<Method, { responses: Record<string, Response> }>>>;
};

const file = join(import.meta.dirname, '..', '..', '..', 'openapi.json');

/** Closes objects: in tests an undocumented field is an error, while callers must accept extensions. */
const strict = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(strict);
  if (value === null || typeof value !== 'object') return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strict(item)]));
  const isObject = inner['type'] === 'object' && inner['properties'] !== undefined;
  return isObject ? { ...inner, additionalProperties: false } : inner;
};

const document = strict(JSON.parse(readFileSync(file, 'utf8')) as Json) as unknown as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');
const validators = new Map<string, ValidateFunction>();

/** Differences between an answer and the committed openapi.json; empty when it is as documented. */
export const findMismatches = (
  path: string,
  status: number,
  headers: Record<string, unknown>,
  body: string,
  method: Method = 'get',
): string[] => {
  const canonical = path.replace(/^\/v1/, '');
  const response = document.paths[canonical]?.[method]?.responses[status];
  if (response === undefined) return [`${path} answered ${status}, which is not documented`];
  const missing = Object.entries(response.headers ?? {}).filter(
    ([name, { required }]) => required !== false && headers[name.toLowerCase()] === undefined,
  );
  const faults = missing.map(([name]) => `header ${name} is missing`);
  if (response.content === undefined) return body === '' ? faults : [...faults, 'there should be no body'];
  if (headers['content-type'] !== 'application/json; charset=utf-8') faults.push('wrong content type');
  const check = validatorFor(canonical, method, status);
  if (!check(JSON.parse(body))) faults.push(ajv.errorsText(check.errors));
  return faults;
};

const validatorFor = (path: string, method: Method, status: number): ValidateFunction => {
  const pointer = `openapi#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`;
  const known = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, known);
  return known;
};
