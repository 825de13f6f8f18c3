/** The protobuf wire format, writing only: a field is its number, its wire type, and its bytes. */
const wire = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

export const encodeMessage = (fields: readonly Uint8Array[]): Uint8Array => Buffer.concat(fields);

/** Non-negative integers only: the models written here need no others. */
export const intField = (number: number, value: number): Uint8Array =>
  Buffer.concat([tag(number, wire.varint), varint(value)]);

export const intsField = (number: number, values: readonly number[]): Uint8Array =>
  bytesField(number, Buffer.concat(values.map(varint)));

export const textField = (number: number, text: string): Uint8Array =>
  bytesField(number, Buffer.from(text, 'utf8'));

export const messageField = (number: number, fields: readonly Uint8Array[]): Uint8Array =>
  bytesField(number, encodeMessage(fields));

export const bytesField = (number: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([tag(number, wire.lengthDelimited), varint(bytes.length), bytes]);

export const floatField = (number: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([tag(number, wire.fixed32), bytes]);
};

const tag = (number: number, type: number): Uint8Array => varint(number * 8 + type);

const varint = (value: number): Uint8Array => {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a non-negative integer: ${value}`);
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
};
