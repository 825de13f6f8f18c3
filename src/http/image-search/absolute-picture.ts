const property = Buffer.from('"imageUrl":"');
const slash = '/'.charCodeAt(0);

/**
 * The parts of an encoded product record, with the base URL before a picture's path (`//host/path` has a host already).
 * Records are stored without it, since the service may move. The first match is the record's own property: it is written
 * before all mapped fields, and a quote inside a text is escaped.
 */
export const withBaseUrl = (
  { buffer, byteOffset, byteLength }: Uint8Array<ArrayBufferLike>,
  baseUrl: string,
): (Buffer | string)[] => {
  const record = Buffer.from(buffer, byteOffset, byteLength);
  const at = record.indexOf(property);
  const path = at + property.length;
  if (at < 0 || record[path] !== slash || record[path + 1] === slash) return [record];
  return [record.subarray(0, path), baseUrl, record.subarray(path)];
};
