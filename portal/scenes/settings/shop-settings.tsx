import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { CatalogueLanguage } from '../../components/forms/catalogue-language.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useSaveWebsite, type WebsiteSettings } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';

type ShopSettingsProps = { website: string; disabled: boolean; settings: WebsiteSettings };

/** The short name stays: addresses and declarations use it. */
export const ShopSettings = ({ website, disabled, settings }: ShopSettingsProps) => {
  const { t } = useText();
  const toast = useToast();
  const save = useSaveWebsite(website);
  const [displayName, setDisplayName] = useState(settings.displayName ?? settings.name);
  const [url, setUrl] = useState(settings.url ?? '');
  const stored = settings.language ?? 'en';
  const [language, setLanguage] = useState(stored);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { url: _, ...rest } = settings;
    const next = { ...rest, displayName, language, ...(url.trim() === '' ? {} : { url: url.trim() }) };
    save.mutate(next, { onSuccess: () => toast(t('common.saved')) });
  };
  return (
    <Card title={t('settings.shop')}>
      <form onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <TextField
          label={t('welcome.displayName')}
          required
          maxLength={200}
          disabled={disabled}
          value={displayName}
          onChange={setDisplayName}
        />
        <TextField
          label={t('settings.url')}
          optional
          type="url"
          disabled={disabled}
          value={url}
          onChange={setUrl}
        />
        <CatalogueLanguage
          disabled={disabled}
          value={language}
          onChange={setLanguage}
          {...(language === stored ? {} : { hint: t('settings.languageChanged') })}
        />
        <p className="text-sm text-muted">{t('settings.fixed', { name: settings.name })}</p>
        <FormError error={save.error} />
        {!disabled && (
          <div>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('common.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
};
