import { BrandMark } from '../components/layout/brand-mark.tsx';
import { LanguageSwitch, ThemeSwitch } from '../components/preferences/preference-menus.tsx';
import { Controls, Overlays } from './controls.tsx';
import { Display } from './display.tsx';
import { Merchandising } from './merchandising.tsx';

/** Every component with realistic content. For tests and review; never shipped. */
export const Gallery = () => {
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <header className="flex items-center gap-3 pb-8">
        <BrandMark />
        <h1 className="flex-1 text-2xl">Gallery</h1>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <Overlays />
      <Controls />
      <Display />
      <Merchandising />
    </main>
  );
};
