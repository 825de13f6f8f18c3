const property = '"imageUrl":"';
const slash = '/'.charCodeAt(0);

/**
 * An encoded product record in parts, with the base URL before a picture's path. Records are stored without it, since
 * the service may move. The first match is the record's own property: it is written before all mapped fields, and a
 * quote inside a text is escaped.
 */
export const withAbsolutePicture = (record: Uint8Array, baseUrl: string): (string | Uint8Array)[] => {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const found = bytes.indexOf(property);
  const start = found + property.length;
  // `//host/path` has a host already.
  const isPath = found >= 0 && bytes[start] === slash && bytes[start + 1] !== slash;
  return isPath ? [bytes.subarray(0, start), baseUrl, bytes.subarray(start)] : [record];
};
