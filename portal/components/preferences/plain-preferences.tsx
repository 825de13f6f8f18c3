import { useState } from 'react';
import { languages } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

const selectClass = 'h-8 rounded-lg bg-transparent px-2 text-sm text-muted hover:bg-sunken hover:text-ink';

/** Language and theme without the menu code, to keep the bundle of the sign-in pages small. */
export const PlainPreferences = () => {
  const { t, language, choose } = useText();
  const [theme, setTheme] = useState(readTheme);
  const changeTheme = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <div className="flex justify-end gap-2">
      <select
        aria-label={t('language.label')}
        value={language}
        onChange={(event) => choose(languages.find((each) => each === event.target.value) ?? 'en')}
        className={selectClass}
      >
        {languages.map((each) => (
          <option key={each} value={each}>
            {t(`language.${each}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('theme.label')}
        value={theme}
        onChange={(event) => changeTheme(themes.find((each) => each === event.target.value) ?? 'system')}
        className={selectClass}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`theme.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
};
