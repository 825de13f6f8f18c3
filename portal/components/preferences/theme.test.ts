import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyTheme, readTheme } from './theme.ts';

const stored = new Map<string, string>();
const classes = new Set<string>();
let prefersDark = false;

beforeEach(() => {
  stored.clear();
  classes.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }));
  vi.stubGlobal('document', {
    documentElement: {
      classList: {
        toggle: (name: string, on: boolean) => void (on ? classes.add(name) : classes.delete(name)),
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it('is that of the system unless one was chosen, also where the stored one is unknown', () => {
    expect(readTheme()).toBe('system');
    stored.set('kindred.theme', 'sepia');
    expect(readTheme()).toBe('system');
  });

  it.each([
    ['light', true, false],
    ['dark', false, true],
    ['system', true, true],
    ['system', false, false],
  ] as const)('%s with a system that prefers dark: %s, is dark: %s', (theme, system, dark) => {
    prefersDark = system;
    applyTheme(theme);
    expect(classes.has('dark')).toBe(dark);
    expect(readTheme()).toBe(theme);
  });

  it('is forgotten when the system decides again', () => {
    applyTheme('dark');
    applyTheme('system');
    expect(stored.size).toBe(0);
  });
});
