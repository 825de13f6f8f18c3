/** A photo that is tried in the lab; it is sent with the preview and stored nowhere. */
export type LabPhoto = {
  readonly name: string;
  /** A data address, for the page. */
  readonly address: string;
  /** base64, for the preview. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
};

/** The default model looks at 224 pixels, and a part of a photo needs some more. */
const longestSide = 800;

/** Made smaller in the page, upright and on white, so that photos of any size fit into a preview. */
export const readLabPhoto = async (file: File): Promise<LabPhoto> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser cannot draw the photo.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const address = canvas.toDataURL('image/jpeg', 0.9);
  const { width, height } = canvas;
  return { name: file.name, address, data: address.slice(address.indexOf(',') + 1), width, height };
};

/** In fractions of the sides of the photo. */
export type PhotoRegion = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const leastSide = 0.05;

/** The rectangle between two points of a photo; null where it is too small to show anything. */
export const spanRegion = (
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): PhotoRegion | null => {
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  const [left, right] = [from.x, to.x].map(clamp).sort((a, b) => a - b) as [number, number];
  const [top, bottom] = [from.y, to.y].map(clamp).sort((a, b) => a - b) as [number, number];
  const region = { x: left, y: top, width: right - left, height: bottom - top };
  return region.width < leastSide || region.height < leastSide ? null : region;
};

export const writeRegion = ({ x, y, width, height }: PhotoRegion): string =>
  [x, y, width, height].map((value) => Number(value.toFixed(3))).join(',');
