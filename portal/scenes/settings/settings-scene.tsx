import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useWebsite } from '../../data/websites.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { DeleteShop } from './delete-shop.tsx';
import { ShopSettings } from './shop-settings.tsx';

/** Name, address and language of a shop. */
export const SettingsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const disabled = !useHasRole('owner');
  return (
    <>
      <PageHeader title={t('settings.title')} lead={disabled ? t('box.readOnly') : t('settings.lead')} />
      <QueryView query={useWebsite(website)}>
        {(settings) => (
          <div className="flex flex-col gap-6">
            <ShopSettings website={website} disabled={disabled} settings={settings} />
            {!disabled && <DeleteShop website={website} displayName={settings.displayName ?? website} />}
          </div>
        )}
      </QueryView>
    </>
  );
};
