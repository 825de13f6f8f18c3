import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { languages } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { ChoiceMenu } from '../layers/menu.tsx';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };
const themeTexts = { system: 'theme.system', light: 'theme.light', dark: 'theme.dark' } as const;
const languageTexts = { en: 'language.en', de: 'language.de' } as const;

export const ThemeSwitch = () => {
  const { t } = useText();
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <ChoiceMenu
      trigger={<IconButton label={t('theme.label')} icon={icons[theme]} />}
      heading={t('theme.label')}
      value={theme}
      choices={themes.map((value) => ({ value, label: t(themeTexts[value]), icon: icons[value] }))}
      onChoose={choose}
    />
  );
};

export const LanguageSwitch = () => {
  const { t, language, choose } = useText();
  return (
    <ChoiceMenu
      trigger={<IconButton label={t('language.label')} icon={Languages} />}
      heading={t('language.label')}
      value={language}
      choices={languages.map((value) => ({ value, label: t(languageTexts[value]) }))}
      onChoose={choose}
    />
  );
};
