import type { FastifyInstance } from 'fastify';

export type RunningServer = {
  /** With the port that was assigned. */
  readonly url: string;
  /** Stops accepting, finishes what is in flight, closes. */
  readonly stop: () => Promise<void>;
};

export const startServer = async (
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> => {
  const url = await app.listen({ host, port });
  return { url, stop: () => app.close() };
};
