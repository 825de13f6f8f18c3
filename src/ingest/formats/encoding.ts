import { rechunk } from './byte-chunks.ts';

export type SingleBytePage = 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2';
const western = ['windows-1252'] as const;
const central = ['windows-1250', 'iso-8859-2'] as const;
const turkish = ['windows-1254'] as const;

/**
 * A language, the single-byte code pages that its texts may have been saved in, and how often letters beyond ASCII stand in
 * running text, per ten thousand letters (rounded; only the proportions matter).
 */
const languages: readonly (readonly [string, readonly SingleBytePage[], string])[] = [
  ['fr', western, 'é190 à49 è27 ê22 ç9 ù6 û6 â5 î5 ô4 œ2 ï1 ë1'],
  ['de', western, 'ü100 ä58 ö44 ß31'],
  ['es', western, 'ó83 í73 á50 é43 ñ31 ú17 ü1'],
  ['pt', western, 'ã73 ç53 ê45 é34 ó30 ú20 í13 á12 ô12 à7 â5 õ4'],
  ['it', western, 'à64 è26 ù17 ò10 é5 ì3'],
  ['sv', western, 'ä180 å134 ö131 é2'],
  ['da', western, 'å119 ø94 æ87 é2'],
  ['fi', western, 'ä358 ö44 å1'],
  ['nl', western, 'ë10 é10 ï5 ü2 è2'],
  ['hu', central, 'é342 á335 ő90 ö82 ó63 í55 ü41 ú22 ű14'],
  ['cs', central, 'í160 ě122 ý100 á87 š70 ž70 é60 č50 ř40 ů20 ú5 ó2 ť2 ď1 ň1'],
  ['sk', central, 'í100 á90 š80 ý80 é75 č65 ž65 ť60 ú60 ľ35 ô10 ň10 ď10 ä4 ĺ1 ŕ1'],
  ['pl', central, 'ł210 ó110 ę103 ż93 ś81 ć74 ą70 ń36 ź8'],
  ['ro', central, 'ă200 î140 ş130 ţ120 â20'],
  ['hr', central, 'č120 š90 ž70 ć50 đ20'],
  ['tr', turkish, 'ı440 ü185 ş155 ğ82 ç74 ö60 â5 î2 û1'],
];

const letterProfiles = languages.map(([, pages, letters]) => ({
  pages,
  letters: new Map(letters.split(' ').map((each) => [each.charAt(0), Number(each.slice(1))])),
}));

type LetterProfile = (typeof letterProfiles)[number];

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleBytePage;

const defaults = {
  sampleBytes: 256 * 1024,
  /** One broken byte does not turn a UTF-8 feed into Latin-1: this many valid sequences outweigh one broken one. */
  goodPerBroken: 10,
};

const nonLetterWeight = 2;
const strangeLetterWeight = 0.2;
const controlWeight = 0.01;

/**
 * Detects the encoding from a sample: byte order mark, zero bytes of UTF-16, valid UTF-8, the declared
 * encoding, and finally the language that its letters suggest. `ascii` means that the sample does not decide.
 */
export const detectEncoding = (sample: Uint8Array, declared: string | null = null): Encoding | 'ascii' => {
  const unicode = detectByOrderMark(sample) ?? detectByZeroBytes(sample);
  if (unicode !== null) return unicode;
  const { good, broken } = utf8Sequences(sample);
  if (good === 0 && broken === 0) return 'ascii';
  if (good > broken * defaults.goodPerBroken) return 'utf-8';
  return parseDeclared(declared) ?? detectByLetters(sample);
};

/** Decodes a feed in any of these encodings. Memory holds one sample. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  declaredIn: (start: string) => string | null = () => null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let declared: string | null | undefined;
  for await (const piece of rechunk(bytes, defaults.sampleBytes)) {
    if (decoder === null) {
      declared ??= declaredIn(asLatin(piece.subarray(0, 1024)));
      const encoding = detectEncoding(piece, declared);
      // ASCII is the same in all of them: decide at the first non-ASCII byte.
      if (encoding === 'ascii') {
        yield asLatin(piece);
        continue;
      }
      decoder = new TextDecoder(encoding);
    }
    yield decoder.decode(piece, { stream: true });
  }
  const rest = decoder?.decode();
  if (rest) yield rest;
}

const asLatin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const detectByOrderMark = (sample: Uint8Array): Encoding | null => {
  const [first, second, third] = sample;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
};

/** In UTF-16 text of European languages most characters have a zero byte on one side. */
const detectByZeroBytes = (sample: Uint8Array): Encoding | null => {
  const length = Math.min(sample.length & ~1, 4096);
  if (length < 4) return null;
  const zeros = [0, 0];
  for (let index = 0; index < length; index++) {
    if (sample[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = length * 0.35;
  if (odd > most && even < odd / 8) return 'utf-16le';
  return even > most && odd < even / 8 ? 'utf-16be' : null;
};

/** Counts characters beyond ASCII, and what stands for broken ones. One that is cut by the end of the sample is ignored. */
const utf8Sequences = (sample: Uint8Array): { good: number; broken: number } => {
  const text = new TextDecoder().decode(sample, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return { good: (text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0) - broken, broken };
};

const parseDeclared = (declared: string | null): Encoding | null => {
  const name = declared?.toLowerCase().replaceAll('_', '-') ?? '';
  if (name === 'iso-8859-2' || name === 'latin2') return 'iso-8859-2';
  if (name === 'windows-1250' || name === 'cp1250') return 'windows-1250';
  // The printable characters of Latin-1 and Latin-5 are the same in the Windows code pages.
  if (['windows-1254', 'cp1254', 'iso-8859-9'].includes(name)) return 'windows-1254';
  return ['windows-1252', 'cp1252', 'iso-8859-1', 'iso-8859-15', 'latin1'].includes(name)
    ? 'windows-1252'
    : null;
};

/** The code page under which the letters of the sample are most likely for some language. */
const detectByLetters = (sample: Uint8Array): SingleBytePage => {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  let best: { page: SingleBytePage; likelihood: number } = { page: 'windows-1252', likelihood: -Infinity };
  for (const profile of letterProfiles)
    for (const page of profile.pages) {
      const likelihood = computeLikelihood(counts, profile, page);
      if (likelihood > best.likelihood) best = { page, likelihood };
    }
  return best.page;
};

const computeLikelihood = (counts: Uint32Array, profile: LetterProfile, page: SingleBytePage): number => {
  const decoder = new TextDecoder(page);
  const total = profile.letters.values().reduce((sum, weight) => sum + weight, 0);
  let likelihood = 0;
  for (let byte = 0x80; byte < 256; byte++) {
    const count = counts[byte] ?? 0;
    if (count === 0) continue;
    likelihood += count * Math.log(letterWeight(decoder.decode(Uint8Array.of(byte)), profile) / total);
  }
  return likelihood;
};

const letterWeight = (character: string, profile: LetterProfile): number => {
  const known = profile.letters.get(character === 'İ' ? 'ı' : character.toLowerCase());
  if (known !== undefined) return known;
  if (/\p{L}/u.test(character)) return strangeLetterWeight;
  return /\p{C}/u.test(character) ? controlWeight : nonLetterWeight;
};
