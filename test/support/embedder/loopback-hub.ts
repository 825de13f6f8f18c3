import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeModel } from '../../../scripts/onnx/write-model.ts';

/*
 * A hub on loopback with three small models, one of each family. The input is a picture of eight pixels per side.
 * `last_hidden_state` holds the mean colour of each row, the pooled output the mean of all pixels.
 */
const rows = [
  {
    operator: 'ReduceMean',
    inputs: ['pixel_values'],
    outputs: ['means'],
    attributes: { axes: [3], keepdims: 0 },
  },
  {
    operator: 'Transpose',
    inputs: ['means'],
    outputs: ['last_hidden_state'],
    attributes: { perm: [0, 2, 1] },
  },
];
const pooledAs = (name: string) => [
  { operator: 'GlobalAveragePool', inputs: ['pixel_values'], outputs: ['average'] },
  { operator: 'Flatten', inputs: ['average'], outputs: [name], attributes: { axis: 1 } },
];
const states = { name: 'last_hidden_state', dims: [1, 8, 3] };

const buildModel = (pooled: string | null): Uint8Array =>
  writeModel({
    name: 'tiny',
    producer: 'test',
    input: { name: 'pixel_values', dims: [1, 3, 8, 8] },
    outputs: [states, ...(pooled === null ? [] : [{ name: pooled, dims: [1, 3] }])],
    nodes: [...rows, ...(pooled === null ? [] : pooledAs(pooled))],
    weights: [],
  });

const normal = {
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
  do_rescale: true,
  do_normalize: true,
};
const cropped = {
  do_resize: true,
  do_center_crop: true,
  size: { shortest_edge: 10 },
  crop_size: { height: 8, width: 8 },
};
const square = { do_resize: true, size: { height: 8, width: 8 } };

const modelFiles = (type: string, processor: object, file: string, weights: Uint8Array) => ({
  'config.json': JSON.stringify({ model_type: type, hidden_size: 3 }),
  'preprocessor_config.json': JSON.stringify({ ...normal, ...processor }),
  [file]: weights,
});

export const tinyModels: Readonly<Record<string, Readonly<Record<string, Uint8Array | string>>>> = {
  'shop/tiny-clip': modelFiles(
    'clip',
    { image_processor_type: 'CLIPImageProcessor', ...cropped },
    'onnx/vision_model.onnx',
    buildModel('image_embeds'),
  ),
  'shop/tiny-siglip': modelFiles(
    'siglip',
    { image_processor_type: 'SiglipImageProcessor', ...square },
    'onnx/vision_model.onnx',
    buildModel('pooler_output'),
  ),
  'shop/tiny-dinov2': modelFiles(
    'dinov2',
    { image_processor_type: 'BitImageProcessor', ...cropped },
    'onnx/model.onnx',
    buildModel(null),
  ),
};

export type LoopbackHub = {
  readonly url: string;
  /** Paths of the requests, in order. */
  readonly requests: string[];
  close(): void;
};

const checksum = (file: Uint8Array | string): string => createHash('sha256').update(file).digest('hex');

/** As at the real hub, large files are redirected, and the redirect announces their checksum. */
const answerFrom =
  (models: typeof tinyModels): RequestListener =>
  ({ url = '' }, response) => {
    const [, place, name = '', path = ''] =
      /^\/(files\/)?(\w+\/[\w-]+)\/resolve\/main\/(.+)$/.exec(url) ?? [];
    const file = models[name]?.[path];
    if (file === undefined) return response.writeHead(404).end();
    if (path.endsWith('.onnx') && place === undefined)
      return response
        .writeHead(302, { location: `/files${url}`, 'x-linked-etag': `"${checksum(file)}"` })
        .end();
    return response.writeHead(200, { 'content-length': file.length }).end(file);
  };

export const openLoopbackHub = async (
  answer: RequestListener = answerFrom(tinyModels),
): Promise<LoopbackHub> => {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: () => void server.close() };
};

export const tinyHub = answerFrom(tinyModels);
