import type { ServiceNode } from './service-node.ts';

export type ListedImport = {
  readonly id: string;
  readonly state: string;
  readonly version: string | null;
  readonly step: string | null;
};

/** The admin API of a node, for one website. */
export const createNodeClient = (token: string, website: string) => {
  const send = async (node: ServiceNode | undefined, method: string, path: string): Promise<Response> =>
    fetch(`${node?.url}/admin/websites/${website}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
  const readJson = async <T>(node: ServiceNode | undefined, method: string, path: string): Promise<T> => {
    const answer = await send(node, method, path);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const imports = (dataset: string): string => `/datasets/${dataset}/imports`;
  return {
    startImport: (node: ServiceNode | undefined, dataset: string) =>
      readJson<ListedImport>(node, 'POST', imports(dataset)),
    /** The status of the answer. */
    tryStart: async (node: ServiceNode | undefined, dataset: string): Promise<number> =>
      (await send(node, 'POST', imports(dataset))).status,
    listImports: (node: ServiceNode | undefined, dataset: string) =>
      readJson<ListedImport[]>(node, 'GET', imports(dataset)),
    /** The status of the answer. */
    tryList: async (node: ServiceNode | undefined, dataset: string): Promise<number> =>
      (await send(node, 'GET', imports(dataset))).status,
    cancelImport: async (node: ServiceNode | undefined, dataset: string, id: string): Promise<number> =>
      (await send(node, 'POST', `${imports(dataset)}/${id}/cancel`)).status,
    analytics: (node: ServiceNode | undefined) => readJson<object>(node, 'GET', '/analytics'),
  };
};

export type NodeClient = ReturnType<typeof createNodeClient>;
