import type { Json, JsonObject } from '../../schema/json.ts';

/** The part of OpenAPI that our own documents use and the page shows. */
export type Parameter = {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
};

export type NamedExample = { readonly summary: string; readonly value: Json };

type Media = { readonly schema: JsonObject; readonly examples?: Readonly<Record<string, NamedExample>> };

export type Body = { readonly description?: string; readonly content?: Readonly<Record<string, Media>> };

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
};

export type DocumentedOperation = Operation & { readonly method: string; readonly path: string };

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const listOperations = (document: JsonObject): DocumentedOperation[] =>
  Object.entries(document['paths'] as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ ...operation, method: method.toUpperCase(), path }];
      }),
  );

export const componentSchemas = (document: JsonObject): Record<string, JsonObject> =>
  (document['components'] as { schemas: Record<string, JsonObject> }).schemas;

export const firstMedia = (body: Body | undefined): Media | undefined =>
  body?.content === undefined ? undefined : Object.values(body.content)[0];

export const listExamples = (body: Body | undefined): readonly NamedExample[] =>
  Object.values(firstMedia(body)?.examples ?? {});
