import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, inDialog, pageText, press, pressInDialog, valueOf } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('viewer');
  service.changes.length = 0;
});

/** The previews that the page asked for, newest last. */
const previews = () =>
  service.changes
    .filter(({ url }) => url.endsWith('/preview'))
    .map(
      ({ body }) =>
        body as {
          identifier: string;
          campaigns: string;
          settings: { weights: object; strategies: { from: string }[] };
        },
    );
const setSlider = (label: string, value: number) => fill(label, String(value));
const neighbours = async () =>
  within(await screen.findByRole('list', { name: 'Look-alikes' })).getAllByRole('listitem');

describe('the look-alike lab', () => {
  it('begins with the first product and its neighbours without campaigns, and takes another', async () => {
    openPage('/north/lab');
    await neighbours();
    expect(pageText().split('The shop changes only when')).toHaveLength(2);
    await press('Another product');
    const dialog = await inDialog();
    const [first] = await dialog.findAllByRole('button', { name: /of north/ });
    if (first) fireEvent.click(first);
    expect((await neighbours()).length).toBeGreaterThan(3);
    expect(previews()[0]).toMatchObject({ campaigns: 'none', settings: { strategies: [{ from: 'looks' }] } });
  });

  it('keeps the product in the address, so that a link shows the same', async () => {
    const { router } = openPage('/north/lab?product=north-p3');
    await neighbours();
    expect(previews()[0]?.identifier).toBe('north-p3');
    const [second] = within((await neighbours())[1] ?? document.body).getAllByRole('button');
    if (second) fireEvent.click(second);
    fireEvent.click((await inDialog()).getByRole('button', { name: 'Look-alikes of this one' }));
    await waitFor(() => expect(previews().at(-1)?.identifier).not.toBe('north-p3'));
    expect(router.state.location.search).toMatchObject({ product: previews().at(-1)?.identifier });
  });

  it('counts those at or above the threshold, and asks for nothing new when it moves', async () => {
    openPage('/north/lab?product=north-p0');
    await neighbours();
    const asked = previews().length;
    await setSlider('Minimum similarity', 0);
    await press(/^Show \d+ more$/);
    const all = (await neighbours()).length;
    expect((await screen.findByText(/at or above 0\.00/)).textContent).toBe(
      `${all} products at or above 0.00`,
    );
    await setSlider('Minimum similarity', 1);
    expect((await screen.findByText(/at or above 1\.00/)).textContent).toMatch(
      /^\d+ products? at or above 1\.00$/,
    );
    expect(previews()).toHaveLength(asked);
  });

  it('asks with the weight of colour that is set', async () => {
    openPage('/north/lab?product=north-p0');
    await neighbours();
    await setSlider('Colour importance', 0.75);
    await waitFor(() => expect(previews().at(-1)?.settings.weights).toEqual({ looks: 0.25, colour: 0.75 }));
  });

  it('begins with the settings of the box', async () => {
    openPage('/north/lab?product=north-p0');
    await neighbours();
    expect(await valueOf('Search box to start from')).toBe('north-similar');
    expect(Number(await valueOf('Colour importance'))).toBeCloseTo(0.23, 1);
  });

  it('keeps the nearest products in sight, above the threshold', async () => {
    openPage('/north/lab?product=north-p0');
    await neighbours();
    await setSlider('Minimum similarity', 0);
    const nearest = await screen.findByRole('list', { name: 'Nearest products' });
    await waitFor(() => expect(within(nearest).getAllByRole('listitem')).toHaveLength(12));
    await setSlider('Minimum similarity', 1);
    await waitFor(() => expect(within(nearest).queryAllByRole('listitem').length).toBeLessThan(12));
  });

  it('takes a photo, and asks for it with the part that is found by itself', async () => {
    const image = { width: 1600, height: 800, close: () => undefined };
    window.createImageBitmap = () => Promise.resolve(image as ImageBitmap);
    const context = { fillRect: vi.fn(), drawImage: vi.fn() };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA');
    openPage('/north/lab');
    const input = await screen.findByLabelText('Or drop a photo');
    fireEvent.change(input, { target: { files: [new File(['x'], 'coat.jpg', { type: 'image/jpeg' })] } });
    expect(await screen.findByRole('img', { name: 'coat.jpg' })).toBeTruthy();
    await waitFor(() =>
      expect(previews().at(-1)).toMatchObject({ photo: { data: 'AAAA', region: 'auto' }, campaigns: 'none' }),
    );
    expect(context.drawImage).toHaveBeenCalledWith(image, 0, 0, 800, 400);
    vi.restoreAllMocks();
  });

  it('says so where a file is no picture', async () => {
    window.createImageBitmap = () => Promise.reject(new Error('no picture'));
    openPage('/north/lab');
    const input = await screen.findByLabelText('Or drop a photo');
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.txt')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('no picture');
  });

  it('offers a viewer no use in the box', async () => {
    openPage('/north/lab?product=north-p0');
    await neighbours();
    expect(screen.queryByRole('button', { name: 'Use in north-similar' })).toBeNull();
  });

  it('is used in the box after a look at the difference, and undone', async () => {
    service.signInAs('merchandiser');
    const stored = async () =>
      ((await send('GET', 'websites/north/boxes/north-similar')) as { declaration: object }).declaration;
    const before = await stored();
    openPage('/north/lab?product=north-p0');
    await neighbours();
    await setSlider('Colour importance', 0.75);
    await setSlider('Minimum similarity', 0.4);
    await press('Use in north-similar');
    const dialog = await inDialog();
    expect(dialog.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Colour importance: 0.23 → 0.75',
      'Minimum similarity: 0.00 → 0.40',
    ]);
    expect(await stored()).toEqual(before);
    await pressInDialog('Use them');
    expect(await screen.findByText('north-similar uses the settings of the lab.')).toBeTruthy();
    expect(await stored()).toEqual({
      ...before,
      weights: { looks: 0.25, colour: 0.75 },
      minimumScore: 0.4,
    });
    await press('Undo');
    expect(await screen.findByText('north-similar is as before.')).toBeTruthy();
    const after = (await stored()) as { minimumScore?: number };
    expect(after.minimumScore ?? 0).toBe(0);
  });

  it('shows what went wrong, and tries again', async () => {
    service.failOnce('/preview', 503, { code: 'unavailable', message: 'The catalogue is being loaded.' });
    openPage('/north/lab?product=north-p0');
    expect(await screen.findByText(/The catalogue is being loaded\./)).toBeTruthy();
    await press(/again/i);
    expect((await neighbours()).length).toBeGreaterThan(0);
  });

  it('is there in German too', async () => {
    openPage('/north/lab?product=north-p0', { language: 'de' });
    await waitFor(() => expect(document.querySelectorAll('main li').length).toBeGreaterThan(3));
    expect(pageText()).not.toContain('Minimum similarity');
  });
});
