import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import type { Dataset } from '../../api/types.ts';
import { useDatasets, useSaveDataset } from '../../data/datasets.ts';
import { useSaveWebsite, useWebsite, type WebsiteSettings } from '../../data/websites.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { DeleteShop } from './delete-shop.tsx';
import { ShopSettings } from './shop-settings.tsx';
import { readBlockedWords, readRedirects, readSynonyms } from './word-lists.ts';
import { WordListEditor } from './word-list-editor.tsx';

type Place = { website: string; disabled: boolean };

const Synonyms = ({ website, disabled, settings }: Place & { settings: WebsiteSettings }) => {
  const { t } = useText();
  const save = useSaveWebsite(website);
  return (
    <WordListEditor
      title={t('words.synonyms')}
      description={t('words.synonyms.body')}
      label={t('words.synonyms.label')}
      hint={t('words.synonyms.hint')}
      fileName={`${website}-synonyms.csv`}
      list={settings.synonyms ?? []}
      read={readSynonyms}
      save={(list, onDone) =>
        save.mutate({ ...settings, synonyms: list.map((group) => [...group]) }, { onSuccess: onDone })
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};

const Redirects = ({ website, disabled, settings }: Place & { settings: WebsiteSettings }) => {
  const { t } = useText();
  const save = useSaveWebsite(website);
  return (
    <WordListEditor
      title={t('words.redirects')}
      description={t('words.redirects.body')}
      label={t('words.redirects.label')}
      hint={t('words.redirects.hint')}
      fileName={`${website}-redirects.csv`}
      list={(settings.redirects ?? []).map(({ term, url }) => [term, url])}
      read={readRedirects}
      save={(list, onDone) =>
        save.mutate(
          { ...settings, redirects: list.map(([term = '', url = '']) => ({ term, url })) },
          { onSuccess: onDone },
        )
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};

const BlockedWords = ({ website, disabled, dataset: { declaration } }: Place & { dataset: Dataset }) => {
  const { t } = useText();
  const save = useSaveDataset(website);
  const { learning, name } = declaration;
  return (
    <WordListEditor
      title={t('words.blocked', { name })}
      description={t('words.blocked.body')}
      label={t('words.blocked.label')}
      hint={t('words.blocked.hint')}
      fileName={`${website}-blocked-words.csv`}
      list={(learning?.blockedWords ?? []).map((word) => [word])}
      read={readBlockedWords}
      save={(list, onDone) =>
        save.mutate(
          { ...declaration, learning: { ...learning, blockedWords: list.flat() } },
          { onSuccess: onDone },
        )
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};

/** Name, address and language of a shop, and the words of its own. */
export const SettingsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const disabled = !useHasRole('owner');
  const query = useWebsite(website);
  const datasets = useDatasets(website);
  return (
    <>
      <PageHeader title={t('settings.title')} lead={disabled ? t('box.readOnly') : t('settings.lead')} />
      <QueryView query={query}>
        {(settings) => (
          <div className="flex max-w-4xl flex-col gap-6">
            <ShopSettings website={website} disabled={disabled} settings={settings} />
            <Synonyms website={website} disabled={disabled} settings={settings} />
            <Redirects website={website} disabled={disabled} settings={settings} />
            <QueryView query={datasets}>
              {(all) =>
                all
                  .filter(({ declaration: { kind } }) => kind === 'keywords')
                  .map((dataset) => (
                    <BlockedWords
                      key={dataset.tracker}
                      website={website}
                      disabled={disabled}
                      dataset={dataset}
                    />
                  ))
              }
            </QueryView>
            {!disabled && <DeleteShop website={website} displayName={settings.displayName ?? website} />}
          </div>
        )}
      </QueryView>
    </>
  );
};
