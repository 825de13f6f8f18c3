import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { BrandMark } from '../components/layout/brand-mark.tsx';
import { IconButton } from '../components/buttons/icon-button.tsx';
import { LanguageSwitch, ThemeSwitch } from '../components/preferences/preference-menus.tsx';
import { ToastProvider } from '../components/feedback/toast.tsx';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';
import { useWebsiteName } from '../routing/access.ts';
import { AccountMenu } from './account-menu.tsx';
import { DemoWarning } from './demo-warning.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { Navigation } from './navigation.tsx';
import { SessionEnded } from './session-ended.tsx';
import { ShellPalette } from './shell-palette.tsx';
import { TemporaryPassword } from './temporary-password.tsx';
import { useWholePage } from './use-whole-page.ts';
import { VisitBanner } from './visit-banner.tsx';
import { WebsiteGate } from './website-gate.tsx';
import { WebsiteSwitcher } from './website-switcher.tsx';

const usePaletteKey = (open: () => void): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [open]);
};

/** Moves focus to the content after navigation, for screen readers and the Tab key. */
const useFocusOnNavigation = (path: string) => {
  const main = useRef<HTMLElement>(null);
  const previousPath = useRef(path);
  useEffect(() => {
    if (previousPath.current !== path) main.current?.focus({ preventScroll: true });
    previousPath.current = path;
  }, [path]);
  return main;
};

const SearchButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useText();
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-10 w-full shrink-0 items-center gap-3 rounded-xl px-3 text-muted hover:bg-sunken hover:text-ink"
    >
      <Search className="size-4" aria-hidden />
      <span className="flex-1 text-left">{t('shell.find')}</span>
      <kbd className="rounded border border-line bg-surface px-1.5 font-sans text-xs">Ctrl K</kbd>
    </button>
  );
};

export const AppShell = () => {
  const { t } = useText();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const { data } = useSession();
  const here = useWebsiteName();
  const website = here || (data?.websites[0]?.name ?? '');
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useFocusOnNavigation(path);
  const isWhole = useWholePage(main);
  usePaletteKey(() => setPaletteOpen(true));
  return (
    <ToastProvider>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-3 border-r border-line px-4 py-4 lg:flex">
          <div className="flex items-center gap-3 px-1 text-lg font-semibold tracking-tight">
            <BrandMark className="size-8" />
            Kindred
          </div>
          <WebsiteSwitcher />
          <SearchButton onClick={() => setPaletteOpen(true)} />
          {/* Alone in scrolling: shop, search and account stay in sight of a low window. */}
          <div className="-mx-4 min-h-0 flex-1 overflow-y-auto px-4">
            <Navigation />
          </div>
          <div className="flex items-center justify-between border-t border-line pt-3">
            <AccountMenu />
            <span className="flex">
              <LanguageSwitch />
              <ThemeSwitch />
            </span>
          </div>
        </aside>
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-page/95 px-3 backdrop-blur lg:hidden">
          <IconButton label={t('shell.menu')} icon={MenuIcon} onClick={() => setDrawerOpen(true)} />
          <BrandMark className="size-7" />
          <span className="flex-1 font-semibold">Kindred</span>
          <IconButton label={t('shell.find')} icon={Search} onClick={() => setPaletteOpen(true)} />
          <AccountMenu />
        </header>
        <main
          id="content"
          tabIndex={-1}
          ref={main}
          aria-busy={!isWhole}
          className="mx-auto w-full max-w-7xl px-4 py-6 outline-none sm:px-8 sm:py-10"
        >
          <div className={isWhole ? undefined : 'invisible'}>
            <DemoWarning />
            <TemporaryPassword website={website} />
            <VisitBanner website={here} />
            {/* The profile is the operator's own. */}
            {path.endsWith('/profile') ? (
              <Outlet />
            ) : (
              <WebsiteGate>
                <Outlet />
              </WebsiteGate>
            )}
          </div>
        </main>
      </div>
      <NavigationDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />
      <SessionEnded />
      <ShellPalette open={paletteOpen} website={website} onClose={() => setPaletteOpen(false)} />
    </ToastProvider>
  );
};
