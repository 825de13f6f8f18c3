export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'kindred.theme';

export const readTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system';

/** `public/theme.js` does the same before the first paint. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
};
