import type { PartContext } from './part.ts';
import { photoCss } from './photo-styles.ts';
import { type PhotoTexts, photoTexts } from './photo-texts.ts';

/** What the list of results is asked with in place of a product. */
export type PhotoQuestion = {
  readonly body: FormData;
  readonly parameters: Readonly<Record<string, string>>;
};

/** The list below the photo: a `<kindred-look-alikes>`. */
type ResultList = HTMLElement & { photo: PhotoQuestion | null };

type Region = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Answer = {
  readonly resultCount?: number;
  readonly explain?: { readonly regions?: readonly (Region & { used: boolean })[] };
};

/** More pixels arrive later and change nothing. */
const longestSide = 1000;
const leastSide = 0.05;
const photoTimeoutMs = '30000';

/** Parts that can be chosen without a pointer. */
const fixedParts = {
  whole: '0,0,1,1',
  upper: '0.1,0,0.8,0.6',
  middle: '0.2,0.2,0.6,0.6',
  lower: '0.1,0.4,0.8,0.6',
} as const;
const partNames = ['auto', ...(Object.keys(fixedParts) as (keyof typeof fixedParts)[])] as const;

const listAttributes = ['id', 'class', 'style', 'slot', 'state'];

export const css = photoCss;

/** Camera or file, the photo with its part, words, and the list of what looks like it. */
export const mountPhotoSearch = (
  host: HTMLElement,
  root: ShadowRoot,
  { create, pick }: PartContext,
): void => {
  const texts: PhotoTexts = pick(photoTexts);
  const list = document.createElement('kindred-look-alikes') as ResultList;
  const canvas = create('canvas', 'canvas', [], {
    role: 'img',
    'aria-label': texts.chosen,
  }) as HTMLCanvasElement;
  const outline = create('div', 'outline', [], { 'aria-hidden': 'true', hidden: '' });
  const stage = create('div', 'stage', [canvas, outline]);
  const status = create('p', 'status', [], { role: 'status' });
  const words = create('input', 'words', [], {
    type: 'search',
    maxlength: '200',
    autocomplete: 'off',
  }) as HTMLInputElement;
  let photo: Blob | null = null;
  let part = 'auto';

  const placeOutline = (region: Region | null): void => {
    outline.hidden = region === null;
    if (region === null) return;
    const { style } = outline;
    [style.left, style.top, style.width, style.height] = [
      region.x,
      region.y,
      region.width,
      region.height,
    ].map((value) => `${value * 100}%`) as [string, string, string, string];
  };
  const search = (): void => {
    if (photo === null) return;
    status.textContent = texts.searching;
    const body = new FormData();
    body.set('photo', photo, 'photo.jpg');
    if (words.value.trim() !== '') body.set('pattern', words.value.trim());
    list.photo = { body, parameters: { region: part, explain: 'true' } };
  };
  const choosePart = (text: string): void => {
    part = text;
    search();
  };
  const show = async (file: File): Promise<void> => {
    try {
      photo = await drawPhoto(file, canvas);
    } catch {
      status.textContent = texts.refused;
      return;
    }
    part = 'auto';
    const [first] = panel.querySelectorAll<HTMLInputElement>('[name=part]');
    if (first) first.checked = true;
    placeOutline(null);
    panel.hidden = false;
    search();
  };

  const createFileButton = (text: string, name: string, camera: boolean): HTMLElement => {
    const input = create('input', 'file', [], {
      type: 'file',
      accept: 'image/*',
      ...(camera && { capture: 'environment' }),
    }) as HTMLInputElement;
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      input.value = '';
      if (file) void show(file);
    });
    return create('label', name, [text, input]);
  };
  const parts = partNames.map((name) => {
    const radio = create('input', 'radio', [], {
      type: 'radio',
      name: 'part',
      value: name,
    }) as HTMLInputElement;
    radio.addEventListener('change', () => {
      placeOutline(null);
      choosePart(name === 'auto' ? name : fixedParts[name]);
    });
    return create('label', 'choice', [radio, texts[name]]);
  });
  words.addEventListener('change', search);
  const panel = create('div', 'panel', [
    stage,
    create('div', 'settings', [
      create('fieldset', 'parts', [create('legend', 'legend', [texts.part]), ...parts]),
      create('p', 'hint', [texts.draw]),
      create('label', 'label', [texts.words, words]),
    ]),
  ]);
  panel.hidden = true;
  const buttons = create('div', 'buttons', [
    createFileButton(texts.photo, 'button', false),
    createFileButton(texts.camera, 'button camera', true),
  ]);
  // A group, not a landmark: the page has its own heading around it.
  const section = create('div', 'section', [buttons, status, panel, document.createElement('slot')], {
    role: 'group',
    'aria-label': texts.title,
  });

  const uncheck = (): void => {
    for (const radio of panel.querySelectorAll<HTMLInputElement>('[name=part]')) radio.checked = false;
  };
  drawRegions(stage, placeOutline, (region) => {
    uncheck();
    choosePart([region.x, region.y, region.width, region.height].map((value) => value.toFixed(3)).join(','));
  });
  takeDrops(section, (file) => void show(file));
  list.addEventListener('kindred:load', (event) => {
    const { resultCount = 0, explain } = (event as CustomEvent<{ readonly answer: Answer }>).detail.answer;
    const form = new Intl.PluralRules(host.lang || document.documentElement.lang || 'en').select(resultCount);
    const count = (texts[form] ?? texts.other).replace('{count}', String(resultCount));
    // Facets announce the number themselves, where there is anything.
    status.textContent = resultCount > 0 && list.hasAttribute('facets') ? '' : count;
    placeOutline(explain?.regions?.find(({ used, width, height }) => used && width * height < 1) ?? null);
  });
  list.addEventListener('kindred:error', (event) => {
    const { status: code } = (event as CustomEvent<{ readonly status: number | null }>).detail;
    status.textContent = code === 400 || code === 413 ? texts.refused : texts.away;
  });

  const copyAttributes = (): void => {
    for (const { name, value } of host.attributes)
      if (!listAttributes.includes(name) && list.getAttribute(name) !== value) list.setAttribute(name, value);
  };
  // A photo takes longer than a look-up.
  list.setAttribute('timeout', photoTimeoutMs);
  copyAttributes();
  new MutationObserver(copyAttributes).observe(host, { attributes: true });
  // In the page, so that its templates and styles of parts apply.
  list.append(...host.childNodes);
  host.append(list);
  root.replaceChildren(section);
};

/** Upright, on white and smaller; throws where the browser cannot show the file. */
const drawPhoto = async (file: File, canvas: HTMLCanvasElement): Promise<Blob> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser cannot draw.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser cannot draw.'))),
      'image/jpeg',
      0.9,
    ),
  );
};

/** A rectangle that is drawn with mouse, pen or finger. */
const drawRegions = (
  stage: HTMLElement,
  place: (region: Region | null) => void,
  finish: (region: Region) => void,
): void => {
  let from: readonly [number, number] | null = null;
  let drawn: Region | null = null;
  const read = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    const clamp = (value: number): number => Math.min(1, Math.max(0, value));
    return [clamp((clientX - left) / width), clamp((clientY - top) / height)];
  };
  stage.addEventListener('pointerdown', (event) => {
    stage.setPointerCapture(event.pointerId);
    from = read(event);
    drawn = null;
  });
  stage.addEventListener('pointermove', (event) => {
    if (from === null) return;
    const to = read(event);
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    const [width, height] = [Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])];
    drawn = width < leastSide || height < leastSide ? null : { x, y, width, height };
    if (drawn) place(drawn);
  });
  const end = (): void => {
    from = null;
    if (drawn) finish(drawn);
    drawn = null;
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
};

const takeDrops = (section: HTMLElement, take: (file: File) => void): void => {
  section.addEventListener('dragover', (event) => event.preventDefault());
  section.addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  });
};
