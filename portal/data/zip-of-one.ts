const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
};

/** Little-endian numbers of two (`H`) and four (`I`) bytes. */
const pack = (form: string, ...values: number[]): number[] =>
  values.flatMap((value, index) =>
    Array.from({ length: form[index] === 'I' ? 4 : 2 }, (_, byte) => (value >>> (8 * byte)) & 0xff),
  );

/** A ZIP with one file, stored as it is: the service takes pictures as a ZIP, and pictures are compressed already. */
export const zipOfOne = (name: string, content: Uint8Array<ArrayBuffer>): Blob => {
  const path = new TextEncoder().encode(name);
  const size = content.length;
  const about = pack('HHHHHIIIHH', 20, 0, 0, 0, 0x21, crcOf(content), size, size, path.length, 0);
  const local = [...pack('I', 0x04034b50), ...about];
  const entry = [...pack('IH', 0x02014b50, 20), ...about, ...pack('HHHII', 0, 0, 0, 0, 0)];
  const start = local.length + path.length + size;
  const end = pack('IHHHHIIH', 0x06054b50, 0, 0, 1, 1, entry.length + path.length, start, 0);
  return new Blob([new Uint8Array(local), path, content, new Uint8Array(entry), path, new Uint8Array(end)]);
};
