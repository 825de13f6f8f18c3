import { useText } from '../../texts/text-context.tsx';
import { SelectField } from './text-field.tsx';

/** Languages that are offered; a declaration can name any other. */
const offered = ['en', 'de', 'fr', 'es', 'it', 'nl', 'hu', 'pl', 'sv'];

type CatalogueLanguageProps = {
  value: string;
  onChange: (language: string) => void;
  hint?: string;
  disabled?: boolean;
};

/** The language of a shop's products and search terms. The present one can always be kept. */
export const CatalogueLanguage = ({ value, onChange, hint, disabled = false }: CatalogueLanguageProps) => {
  const { t, language } = useText();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <SelectField
      label={t('welcome.language')}
      {...(hint === undefined ? {} : { hint })}
      disabled={disabled}
      value={value}
      onChange={onChange}
      options={[...new Set([...offered, value])].map((each) => ({
        value: each,
        label: names.of(each) ?? each,
      }))}
    />
  );
};
