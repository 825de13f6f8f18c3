/// <reference lib="esnext.float16" />
import {
  bytesField,
  encodeMessage,
  floatField,
  intField,
  intsField,
  messageField,
  textField,
} from './protobuf.ts';

/**
 * Writes the small part of the ONNX format that a plain feed-forward network needs. Field numbers are those of
 * onnx.proto. A library would be larger than this file and would bring the whole schema with it.
 */
export type Attribute = number | string | readonly number[] | { readonly float: number };

export type OnnxNode = {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
};

export type OnnxTensor = {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array | Float16Array | Uint8Array | Int32Array;
};

/** A dimension given by name is free; all others are fixed. */
export type OnnxValue = {
  readonly name: string;
  readonly dims: readonly (number | string)[];
  /** Left out: float32. */
  readonly type?: keyof typeof elementTypes;
};

export type OnnxModel = {
  readonly name: string;
  readonly producer: string;
  readonly input: OnnxValue;
  readonly outputs: readonly OnnxValue[];
  readonly nodes: readonly OnnxNode[];
  readonly weights: readonly OnnxTensor[];
};

const elementTypes = { float32: 1, uint8: 2, int32: 6, float16: 10 } as const;

const versions = { ir: 8, opset: 17 } as const;
const attributeTypes = { float: 1, int: 2, string: 3, ints: 7 } as const;

export const writeModel = (model: OnnxModel): Uint8Array =>
  encodeMessage([
    intField(1, versions.ir),
    textField(2, model.producer),
    messageField(7, graph(model)),
    messageField(8, [textField(1, ''), intField(2, versions.opset)]),
  ]);

const graph = (model: OnnxModel): Uint8Array[] => [
  ...model.nodes.map((node) => messageField(1, nodeFields(node))),
  textField(2, model.name),
  ...model.weights.map((tensor) => messageField(5, tensorFields(tensor))),
  messageField(11, valueFields(model.input)),
  ...model.outputs.map((output) => messageField(12, valueFields(output))),
];

const nodeFields = (node: OnnxNode): Uint8Array[] => [
  ...node.inputs.map((name) => textField(1, name)),
  ...node.outputs.map((name) => textField(2, name)),
  textField(3, node.outputs[0] ?? ''),
  textField(4, node.operator),
  ...Object.entries(node.attributes ?? {}).map(([name, value]) =>
    messageField(5, attributeFields(name, value)),
  ),
];

const attributeFields = (name: string, value: Attribute): Uint8Array[] => {
  if (typeof value === 'number')
    return [textField(1, name), intField(3, value), intField(20, attributeTypes.int)];
  if (typeof value === 'string')
    return [textField(1, name), textField(4, value), intField(20, attributeTypes.string)];
  if ('float' in value)
    return [textField(1, name), floatField(2, value.float), intField(20, attributeTypes.float)];
  return [textField(1, name), intsField(8, value), intField(20, attributeTypes.ints)];
};

const typeOf = (values: OnnxTensor['values']): number => {
  if (values instanceof Float32Array) return elementTypes.float32;
  if (values instanceof Float16Array) return elementTypes.float16;
  return values instanceof Int32Array ? elementTypes.int32 : elementTypes.uint8;
};

const tensorFields = ({ name, dims, values }: OnnxTensor): Uint8Array[] => [
  intsField(1, dims),
  intField(2, typeOf(values)),
  textField(8, name),
  bytesField(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
];

const valueFields = ({ name, dims, type = 'float32' }: OnnxValue): Uint8Array[] => [
  textField(1, name),
  messageField(2, [messageField(1, [intField(1, elementTypes[type]), messageField(2, dims.map(dimension))])]),
];

const dimension = (dim: number | string): Uint8Array =>
  messageField(1, [typeof dim === 'number' ? intField(1, dim) : textField(2, dim)]);
