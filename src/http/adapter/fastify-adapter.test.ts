import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createEdgeHandlers } from './fastify-adapter.ts';

it('an answer that was given at once is sent as it was, though its bytes are used again', async () => {
  const app = Fastify();
  const body = Buffer.from('an answer');
  const { handler } = createEdgeHandlers(() => {
    queueMicrotask(() => void body.fill('x'));
    return { status: 200, headers: { 'content-type': 'text/plain' }, body };
  });
  app.get('/', handler);
  expect((await app.inject({ url: '/' })).body).toBe('an answer');
  await app.close();
});
