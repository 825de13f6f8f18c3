import { X } from 'lucide-react';
import { IconButton } from '../components/buttons/icon-button.tsx';
import { BrandMark } from '../components/layout/brand-mark.tsx';
import { Modal } from '../components/layers/modal.tsx';
import { LanguageSwitch, ThemeSwitch } from '../components/preferences/preference-menus.tsx';
import { useText } from '../texts/text-context.tsx';
import { Navigation } from './navigation.tsx';
import { WebsiteSwitcher } from './website-switcher.tsx';

/** The sidebar on a phone. */
export const NavigationDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useText();
  if (!open) return null;
  return (
    <Modal
      name={{ label: t('shell.menu') }}
      onClose={onClose}
      className="drawer-left m-0 h-dvh max-h-dvh w-[min(20rem,88vw)] bg-page text-ink shadow-high"
    >
      <div className="flex min-h-full flex-col gap-4 p-4">
        {/* The name stands where the menu button was: a pointer that rests there opens no tooltip. */}
        <div className="flex items-center gap-1">
          <BrandMark />
          <span className="ml-2 flex-1 text-lg font-semibold">Kindred</span>
          <LanguageSwitch />
          <ThemeSwitch />
          <IconButton label={t('common.close')} icon={X} onClick={onClose} />
        </div>
        <WebsiteSwitcher />
        <Navigation onNavigate={onClose} />
      </div>
    </Modal>
  );
};
