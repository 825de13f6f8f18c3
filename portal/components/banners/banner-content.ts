/** A banner that is a picture. The shop gets it as HTML; the link is empty where it leads nowhere. */
export type PictureBanner = { readonly picture: string; readonly link: string; readonly alt: string };

const emptyBanner: PictureBanner = { picture: '', link: '', alt: '' };

const escapes: readonly (readonly [character: string, entity: string])[] = [
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
];
const escape = (text: string): string =>
  escapes.reduce((whole, [character, entity]) => whole.replaceAll(character, entity), text);
const unescape = (text: string): string =>
  escapes.reduceRight((whole, [character, entity]) => whole.replaceAll(entity, character), text);

export const writePictureBanner = ({ picture, link, alt }: PictureBanner): string => {
  if (picture === '' && link === '' && alt === '') return '';
  const image = `<img src="${escape(picture)}" alt="${escape(alt)}">`;
  return link === '' ? image : `<a href="${escape(link)}">${image}</a>`;
};

const written = /^(?:<a href="(?<link>[^"]*)">)?<img src="(?<picture>[^"]*)" alt="(?<alt>[^"]*)">(?:<\/a>)?$/;

/** null for a content that was written by hand: the fields could not say it. */
export const readPictureBanner = (content: string): PictureBanner | null => {
  if (content === '') return emptyBanner;
  const { picture = '', link = '', alt = '' } = written.exec(content)?.groups ?? {};
  const banner = { picture: unescape(picture), link: unescape(link), alt: unescape(alt) };
  return writePictureBanner(banner) === content ? banner : null;
};

/** A banner that is a line of text. */
export const writeTextBanner = (text: string): string => (text === '' ? '' : `<p>${escape(text)}</p>`);

/** null for a content that is not a line of text alone. */
export const readTextBanner = (content: string): string | null => {
  const text = unescape(/^<p>([^<>]*)<\/p>$/.exec(content)?.[1] ?? '');
  return writeTextBanner(text) === content ? text : null;
};

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text);
