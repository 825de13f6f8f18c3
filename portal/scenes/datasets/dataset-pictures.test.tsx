import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '../../api/types.ts';
import { zip } from '../../../test/support/zip.ts';
import { fill, inDialog, pageText, press, pressInDialog, tableRows, valueOf } from '../../testing/actions.ts';
import { openPage, show } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';
import { ImportPicturesDialog } from './import-pictures-dialog.tsx';
import { LearntLooks } from './learnt-looks.tsx';
import { PictureFaults } from './picture-faults.tsx';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

const drop = 'Drop a ZIP of pictures here, or choose one';

const dropFile = async (label: string, content: Uint8Array<ArrayBuffer>, name: string) => {
  const file = new File([content], name);
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } });
};

const draw = async (): Promise<Buffer<ArrayBuffer>> => {
  const { data } = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(data);
};

describe('pictures as files', () => {
  it('are uploaded as a ZIP, with what was left out, and can be removed', async () => {
    await send('POST', 'websites/north/datasets', { name: 'files', kind: 'products' });
    openPage('/north/datasets/files');
    expect(await screen.findByText('No pictures yet.')).toBeTruthy();
    const members = [
      { name: 'a.png', content: await draw() },
      { name: 'notes.txt', content: Buffer.from('x') },
    ];
    await dropFile(drop, Buffer.from(zip(members)), 'pictures.zip');
    const status = await screen.findByText(/1 added, 0 replaced/);
    await waitFor(() =>
      expect(status.parentElement?.textContent).toContain('1 file was left out:notes.txt: no picture'),
    );
    expect(await screen.findByText('1 picture is here.')).toBeTruthy();
    await press('Remove the pictures');
    expect((await inDialog()).getByText(/1 picture is deleted/)).toBeTruthy();
    await pressInDialog('Remove the pictures');
    expect(await screen.findByText('No pictures yet.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/1 added/)).toBeNull());
  });

  it('say why a file cannot be used', async () => {
    openPage('/north/datasets/north-catalogue');
    await dropFile(drop, Buffer.from('no zip'), 'pictures.zip');
    expect((await screen.findByRole('alert')).textContent).toContain('no readable ZIP file');
  });

  it('are offered to a merchandiser without the removal, and not to a viewer', async () => {
    service.signInAs('merchandiser');
    const { unmount } = openPage('/north/datasets/north-catalogue');
    expect(await screen.findByLabelText(drop)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove the pictures' })).toBeNull();
    unmount();
    service.signInAs('viewer');
    openPage('/north/datasets/north-catalogue');
    await screen.findByText('Feed source');
    expect(screen.queryByLabelText(drop)).toBeNull();
  });

  it('are not offered for search terms', async () => {
    openPage('/north/datasets/north-searches');
    await screen.findByText('Feed source');
    expect(screen.queryByLabelText(drop)).toBeNull();
    expect(screen.queryByLabelText('Base address of pictures (optional)')).toBeNull();
  });
});

describe('a base address', () => {
  it('is saved, takes the place of files, and can be emptied again', async () => {
    await send('POST', 'websites/north/datasets', { name: 'based', kind: 'products' });
    openPage('/north/datasets/based');
    await fill('Base address of pictures (optional)', 'https://cdn.example/p/');
    await press('Save');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(drop)).toBeNull());
    expect(service.changes.at(-1)?.body).toMatchObject({ imagesUrl: 'https://cdn.example/p/' });
    expect(await valueOf('Base address of pictures (optional)')).toBe('https://cdn.example/p/');
    await fill('Base address of pictures (optional)', '');
    await press('Save');
    expect(await screen.findByLabelText(drop)).toBeTruthy();
    expect(service.changes.at(-1)?.body).not.toHaveProperty('imagesUrl');
  });

  it('is refused with another scheme', async () => {
    await send('POST', 'websites/north/datasets', { name: 'scripted', kind: 'products' });
    openPage('/north/datasets/scripted');
    await fill('Base address of pictures (optional)', 'javascript:alert(1)');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
  });
});

describe('missing pictures', () => {
  it('are counted by reason on the import and on the catalogue, with the next step', async () => {
    await send('POST', 'websites/north/datasets', { name: 'bare', kind: 'products' });
    service.signInAs('merchandiser');
    const { unmount } = openPage('/north/datasets/bare');
    const rows = ['id,title,link,price', 'a,Lamp,https://a.example/a,1'];
    await dropFile('Drop a file here, or choose one', Buffer.from(rows.join('\n')), 'feed.csv');
    await waitFor(async () =>
      expect(await send('GET', 'websites/north/datasets/bare')).toMatchObject({
        counts: { withoutPicture: 1 },
      }),
    );
    unmount();
    const { unmount: leave } = openPage('/north/datasets/bare?tab=imports');
    await press('1 variant without a picture');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('1 of 1 variants. They are found by their text only.')).toBeTruthy();
    expect(dialog.getByText('The feed names no picture.')).toBeTruthy();
    expect(dialog.getByText(/Choose the column of the picture under Mapping/)).toBeTruthy();
    leave();
    openPage('/north/datasets/bare?tab=pictures');
    expect(await tableRows()).toEqual([['Lampa', 'The feed names no picture.']]);
    expect(pageText()).toContain('Why pictures are missing');
  });

  it('of the version before are marked as such while a newer one is being loaded', async () => {
    const dataset = (await send('GET', 'websites/north/datasets/north-catalogue')) as Dataset;
    const { live, counts } = dataset;
    expect(counts?.version).toBe(live?.version);
    const newer = { ...dataset, live: { ...live, version: 'newer' } };
    service.failOnce('/datasets/north-catalogue', 200, newer);
    openPage('/north/datasets/north-catalogue?tab=pictures');
    expect(await screen.findByText(/^A newer version is being loaded/)).toBeTruthy();
    // Asked again after a second: it is loaded by then.
    await waitFor(() => expect(screen.queryByText(/^A newer version is being loaded/)).toBeNull());
    expect((await tableRows()).length).toBeGreaterThan(0);
  });

  it('of a version whose import is not recorded say so', async () => {
    openPage('/north/datasets/north-catalogue?tab=pictures');
    expect((await tableRows())[0]?.[1]).toBe('Not recorded any more. Import again to see the reason.');
  });
});

describe('reasons', () => {
  it.each([
    ['en', '3 variants', 'The address of the picture answers with error 404.'],
    ['de', '3 Varianten', 'Die Adresse des Bildes antwortet mit Fehler 404.'],
  ] as const)('are written in %s', (language, count, reason) => {
    show(<PictureFaults faults={[{ kind: 'address-answers', value: '404', count: 3 }]} />, language);
    expect([screen.getByText(count), screen.getByText(reason)]).toHaveLength(2);
  });

  it('of a kind without a value show none', () => {
    show(<PictureFaults faults={[{ kind: 'other', value: null, count: 1 }]} />);
    expect(screen.getByText('Another reason: –')).toBeTruthy();
  });

  it('stand with the share of variants in German', () => {
    const pictures = { found: 5, missing: 2, faults: [] };
    show(<ImportPicturesDialog pictures={pictures} onClose={() => undefined} />, 'de');
    expect(screen.getByText(/^2 von 7 Varianten/)).toBeTruthy();
  });
});

describe('how pictures are compared', () => {
  const looks = {
    learnt: true,
    field: 'category',
    fields: [{ field: 'category', weight: 1 }],
    pictures: 420,
    mix: 0.7,
    words: 0.2,
    colour: 0.5,
    before: 0.44,
    now: 0.76,
    newLabels: { share: 0.02, before: 0.45, now: 0.62 },
    minimumScore: 0.6,
  };

  it.each([
    [
      'en',
      'How pictures are compared',
      /^Kindred learned from 420 pictures and their category .* counts 70/,
      /7\.6 of 10 .* 4\.4 before/,
    ],
    [
      'de',
      'Wie Bilder verglichen werden',
      /^Kindred hat aus 420 Bildern und ihrem Feld category .* zählt 70/,
      /7,6 von 10 .* vorher 4,4/,
    ],
  ] as const)('is shown in %s', (language, title, text, precision) => {
    show(<LearntLooks looks={looks} />, language);
    for (const each of [title, text, precision]) expect(screen.getByText(each)).toBeTruthy();
  });

  it.each([
    [
      'en',
      /^Kindred learned from 420 pictures and their category, colour \(weight 0\.30\), gender \(weight 0\.25\) which/,
    ],
    [
      'de',
      /^Kindred hat aus 420 Bildern und ihrem Feld category, colour \(Gewicht 0,30\), gender \(Gewicht 0,25\) gelernt/,
    ],
  ] as const)('names all fields with their weights in %s', (language, text) => {
    const fields = [
      { field: 'category', weight: 1 },
      { field: 'colour', weight: 0.3 },
      { field: 'gender', weight: 0.25 },
    ];
    show(<LearntLooks looks={{ ...looks, fields }} />, language);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ['en', /^As the vision model sees them\. Tried with category of 420 pictures: words/],
    ['de', /^So, wie das Bildmodell sie sieht\. Erprobt mit category von 420 Bildern: Wörter/],
  ] as const)('names no share of the map where it has none, in %s', (language, text) => {
    show(<LearntLooks looks={{ ...looks, mix: 0 }} />, language);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/0\s?% (of the comparison|des Vergleichs)/)).toBeNull();
  });

  it.each([
    ['en', /^About 2\s?% of new pictures are of a kind .* 6\.2 of 10 belong together, 4\.5 before/],
    ['de', /^Etwa 2\s?% der neuen Bilder .* 6,2 von 10 zusammen, vorher 4,5/],
  ] as const)('says in %s what new kinds gain', (language, text) => {
    show(<LearntLooks looks={looks} />, language);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('is as the model sees them when nothing was learnt', () => {
    show(<LearntLooks looks={{ ...looks, learnt: false, before: null, now: null }} />);
    expect(screen.getByText(/^As the vision model sees them/)).toBeTruthy();
    expect(screen.queryByText(/of ten/)).toBeNull();
  });
});
