import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { CatalogueLanguage } from '../../components/forms/catalogue-language.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { useDatasets, useProducts } from '../../data/datasets.ts';
import { Card } from '../../components/layout/card.tsx';
import { useSaveWebsite, type WebsiteSettings } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';

type ShopSettingsProps = { website: string; disabled: boolean; settings: WebsiteSettings };

type ShopExampleProps = { website: string; currency: string; timeZone: string };

/** What currency and time zone do, with a product of this shop. */
const ShopExample = ({ website, currency, timeZone }: ShopExampleProps) => {
  const { t, price, language } = useText();
  const { data: datasets = [] } = useDatasets(website);
  const catalogue = datasets.find(({ declaration, live }) => declaration.kind === 'products' && live)
    ?.declaration.name;
  const [product] = useProducts(website, catalogue, '').data?.products ?? [];
  const [now] = useState(() => new Date());
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone });
  return (
    <section aria-label={t('settings.example')} className="rounded-xl bg-sunken p-5">
      <h3 className="font-medium">{t('settings.example')}</h3>
      <dl className="mt-3 flex flex-col gap-4">
        <div>
          <dt className="text-sm text-muted">{t('settings.example.now')}</dt>
          <dd className="text-lg">{clock.format(now)}</dd>
        </div>
        {product && (
          <div>
            <dt className="text-sm text-muted">{t('settings.example.product')}</dt>
            <dd className="mt-1 flex items-center gap-4">
              <span className="size-24 shrink-0 overflow-hidden rounded-xl border border-line">
                <PictureProvider website={website} dataset={catalogue}>
                  <ProductPicture product={product} />
                </PictureProvider>
              </span>
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{product.displayText}</span>
                {product.price !== null && (
                  <span className="block">
                    {price(product.price, product.currency ?? (currency || null))}
                  </span>
                )}
              </span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
};

/** What the form shows of stored settings. */
const readSettings = (settings: ShopSettingsProps['settings']) => ({
  displayName: settings.displayName ?? settings.name,
  url: settings.url ?? '',
  language: settings.language ?? 'en',
  currency: settings.currency ?? '',
  timeZone: settings.timeZone ?? 'UTC',
});

/** The short name stays: addresses and declarations use it. */
export const ShopSettings = ({ website, disabled, settings }: ShopSettingsProps) => {
  const { t, language: ownLanguage } = useText();
  const currencyNames = new Intl.DisplayNames(ownLanguage, { type: 'currency' });
  const toast = useToast();
  const save = useSaveWebsite(website);
  const stored = readSettings(settings);
  const [displayName, setDisplayName] = useState(stored.displayName);
  const [url, setUrl] = useState(stored.url);
  const [language, setLanguage] = useState(stored.language);
  const [currency, setCurrency] = useState(stored.currency);
  const [timeZone, setTimeZone] = useState(stored.timeZone);
  const edited = { displayName, url: url.trim(), language, currency, timeZone };
  const isSame = JSON.stringify(edited) === JSON.stringify(stored);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { url: _, currency: _currency, ...rest } = settings;
    const next = {
      ...rest,
      displayName,
      language,
      timeZone,
      ...(currency === '' ? {} : { currency }),
      ...(url.trim() === '' ? {} : { url: url.trim() }),
    };
    save.mutate(next, { onSuccess: () => toast(t('common.saved')) });
  };
  return (
    <Card title={t('settings.shop')}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            label={t('welcome.displayName')}
            required
            maxLength={200}
            disabled={disabled}
            value={displayName}
            onChange={setDisplayName}
          />
          <TextField
            label={t('welcome.name')}
            hint={t('settings.fixed')}
            disabled
            value={settings.name}
            onChange={() => undefined}
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
            {...(language === stored.language ? {} : { hint: t('settings.languageChanged') })}
          />
          <SelectField
            label={t('settings.currency')}
            hint={t('settings.currencyHint')}
            optional
            disabled={disabled}
            value={currency}
            onChange={setCurrency}
            options={[
              { value: '', label: t('settings.currencyNone') },
              ...Intl.supportedValuesOf('currency').map((value) => ({
                value,
                label: `${value} · ${currencyNames.of(value)}`,
              })),
            ]}
          />
          <SelectField
            label={t('settings.timeZone')}
            hint={t('settings.timeZoneHint')}
            path="$.timeZone"
            disabled={disabled}
            value={timeZone}
            onChange={setTimeZone}
            options={['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({
              value,
              label: value.replaceAll('_', ' '),
            }))}
          />
          <FormError error={save.error} />
          {!disabled && (
            <div>
              <Button type="submit" variant="primary" busy={save.isPending} disabled={isSame}>
                {t('common.save')}
              </Button>
            </div>
          )}
        </form>
        <ShopExample website={website} currency={currency} timeZone={timeZone} />
      </div>
    </Card>
  );
};
