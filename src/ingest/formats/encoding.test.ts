import { describe, expect, it } from 'vitest';
import { decodeText, detectEncoding } from './encoding.ts';
import { collect, inChunks } from '../../../test/support/read-feed.ts';

/** Encodes text in a single-byte code page, so that the fixtures are readable. */
const save = (text: string, page: string): Uint8Array => {
  const decoder = new TextDecoder(page);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${page} has no ${character}`);
    return byte;
  });
};

const readAll = async (bytes: Uint8Array, size = 7): Promise<string> =>
  (await collect(decodeText(inChunks(bytes, size)))).join('');

const samples = {
  hungarian: [
    'windows-1250',
    'Férfi cipő, könnyű bőr, fűzős, tűzött varrás; női körömcipő bővíthető pánttal',
  ],
  hungarianInLatin2: ['iso-8859-2', 'Férfi cipő, könnyű bőr, fűzős, tűzött varrás és szűk szár, öltöző női'],
  czech: ['windows-1250', 'Dámské boty, kožené, černé, vyšší podpatek, měkká stélka, příjemné na nošení'],
  polish: [
    'windows-1250',
    'Buty męskie skórzane, żółte sznurówki, miękka wyściółka, łatwe w czyszczeniu, ciepłe',
  ],
  turkish: [
    'windows-1254',
    'Kadın ayakkabı, yumuşak taban, kışlık çizme, gümüş rengi, şık ve rahat, sağlam dikiş',
  ],
  french: [
    'windows-1252',
    'Chaussures légères à semelle épaisse, très élégantes, idéales pour la forêt et l’été',
  ],
  german: [
    'windows-1252',
    'Größe 38 für Mädchen, weiß mit Schleife, dünne Sohle, schöne Naht, natürliche Töne',
  ],
  spanish: ['windows-1252', 'Camisón de algodón para niña, tacón pequeño, envío rápido, cinturón marrón'],
  danish: ['windows-1252', 'Blød trøje til både mænd og børn, grå og blå, nærende læder og smukke sømme'],
} as const;

describe('the encoding of a feed', () => {
  it.each(Object.entries(samples))('is detected by the letters of a %s text', async (_, [page, text]) => {
    const bytes = save(text, page);
    expect(await readAll(bytes)).toBe(text);
  });

  it('is UTF-8 if the bytes are valid, also in chunks that split characters', async () => {
    const text = 'Zażółć gęślą jaźń – ő, ş, é, 靴, 👟';
    expect(await readAll(Buffer.from(text), 1)).toBe(text);
  });

  it.each([
    ['UTF-8', [0xef, 0xbb, 0xbf], 'utf8'],
    ['UTF-16 little endian', [0xff, 0xfe], 'utf16le'],
  ] as const)(
    'is detected by the byte order mark of %s, which is removed from the text',
    async (_, mark, encoding) => {
      expect(await readAll(Buffer.concat([Buffer.from(mark), Buffer.from('id,név\n1,cipő', encoding)]))).toBe(
        'id,név\n1,cipő',
      );
    },
  );

  it('is UTF-16 if every other byte is zero, also without a byte order mark', async () => {
    const little = Buffer.from('identifier;title\n1;Bőrcipő', 'utf16le');
    expect(await readAll(little)).toBe('identifier;title\n1;Bőrcipő');
    expect(await readAll(Buffer.from(little).swap16())).toBe('identifier;title\n1;Bőrcipő');
  });

  it('is decided by the first non-ASCII byte, however late it comes', async () => {
    const plain = 'id,title\n'.repeat(40_000);
    const bytes = Buffer.concat([Buffer.from(plain), save(samples.hungarian[1], 'windows-1250')]);
    expect(await readAll(bytes, 60_000)).toBe(plain + samples.hungarian[1]);
  });

  it('stays UTF-8 when one byte of many is broken', () => {
    const bytes = Buffer.concat([Buffer.from('cipő, kűrt, ágy, élénk '.repeat(5)), Buffer.from([0xe9])]);
    expect(detectEncoding(bytes)).toBe('utf-8');
  });

  it('is the declared one if the bytes are not UTF-8', () => {
    expect(detectEncoding(Uint8Array.of(0x41, 0xb1), 'ISO-8859-2')).toBe('iso-8859-2');
    expect(detectEncoding(Buffer.from('é'), 'ISO-8859-2')).toBe('utf-8');
  });
});
