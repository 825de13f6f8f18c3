import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../../../src/http/schema/json.ts';
import { routeTable } from '../../../../src/http/admin/route-table.ts';
import { successStatus } from '../../../../src/http/admin/contract/route.ts';

const file = join(import.meta.dirname, '..', '..', '..', '..', 'openapi.admin.json');

/** Closes objects: in tests an undocumented field is an error. Unions and free records stay open. */
const strict = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(strict);
  if (value === null || typeof value !== 'object') return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strict(item)]));
  const isObject = inner['type'] === 'object' && inner['properties'] !== undefined;
  return isObject ? { ...inner, additionalProperties: false } : inner;
};

const document = strict(JSON.parse(readFileSync(file, 'utf8')) as Json) as JsonObject;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'admin');
const validators = new Map<string, ValidateFunction>();

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: unknown;
};

/** The route of the table for a URL. */
const findRoute = (method: string, url: string) => {
  const path = url.replace(/\?.*$/, '');
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return routeTable.find((row) => row.method === method && fits(row.path));
};

/** Differences between an answer and the committed openapi.admin.json; empty when it is as documented. */
export const findAdminMismatches = (method: string, url: string, answer: Answer): string[] => {
  const row = findRoute(method, url);
  const isPicture =
    answer.status === 200 && row !== undefined && 'media' in row && row.media === 'image/webp';
  const faults = headerFaults(answer, isPicture ? /^private, / : /no-store|no-cache/);
  if (answer.status >= 400) return [...faults, ...check('admin#/components/schemas/AdminError', answer.json)];
  if (row === undefined) return url === '/admin/openapi.json' ? [] : [...faults, 'is not in the table'];
  if (answer.status !== successStatus(row))
    return [...faults, `answered ${answer.status}, not ${successStatus(row)}`];
  if (row.response === null) return answer.text === '' ? faults : [...faults, 'there should be no body'];
  if ('media' in row) return faults;
  const at = `${escaped(row.path)}/${method.toLowerCase()}/responses/${answer.status}`;
  return [...faults, ...check(`admin#/paths/${at}/content/application~1json/schema`, answer.json)];
};

const headerFaults = ({ headers }: Answer, caching: RegExp): string[] => {
  const required = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };
  const wrong = Object.entries(required).filter(([name, value]) => headers[name] !== value);
  const cacheFaults = caching.test(headers['cache-control'] ?? '') ? [] : ['may be cached'];
  return [...wrong.map(([name]) => `header ${name} is missing`), ...cacheFaults];
};

const check = (pointer: string, value: unknown): string[] => {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
};

const escaped = (path: string): string => {
  return path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
};
