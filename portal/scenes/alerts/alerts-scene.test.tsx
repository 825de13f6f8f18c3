import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, pageText, press } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
});

describe('the page of alerts', () => {
  it('has nothing to test without an address', async () => {
    openPage('/north/alerts');
    expect(await screen.findByText('Nothing has been sent yet.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test' }).disabled).toBe(true);
  });

  it('saves an address, shows its secret, and tests it', async () => {
    openPage('/north/alerts');
    await fill('Webhook', 'http://10.0.0.7/hook');
    await press('Save');
    expect(await screen.findByText(/Every call is signed with it/)).toBeTruthy();
    await press('Send a test');
    expect(await screen.findByText(/^The test did not arrive: .*10\.0\.0\.7/)).toBeTruthy();
    expect(await screen.findByText('Failed')).toBeTruthy();
    expect(pageText()).toContain('1 attempt');
  });

  it('shows the secret no more when the page is opened again', async () => {
    openPage('/north/alerts');
    expect(await screen.findByText(/^Calls are signed with the secret …[0-9a-f]{4}\./)).toBeTruthy();
    expect(screen.queryByText(/Every call is signed with it/)).toBeNull();
    await fill('Webhook', '');
    await press('Save');
    await waitFor(() => expect(screen.queryByText(/^Calls are signed/)).toBeNull());
    await fill('Webhook', 'http://10.0.0.7/hook');
    await press('Save');
    expect(await screen.findByText(/Copy it now/)).toBeTruthy();
  });

  it('shows what is wrong with an address', async () => {
    openPage('/north/alerts');
    await fill('Webhook', 'ftp://hooks.example/');
    await press('Save');
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('is for owners', async () => {
    service.signInAs('merchandiser');
    openPage('/north/alerts');
    expect(await screen.findByText('Only owners of the shop set alerts.')).toBeTruthy();
    expect(screen.queryByLabelText('Webhook')).toBeNull();
  });
});
