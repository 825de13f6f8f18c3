import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useDatasets } from '../../data/datasets.ts';
import { useWebsite } from '../../data/websites.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { TrySearch } from './try-search.tsx';
import { BlockedWords, Redirects, Synonyms } from './vocabulary-cards.tsx';

/** The words of a shop: what means the same, what leads to a page, and what is never suggested. */
export const VocabularyScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const disabled = !useHasRole('merchandiser');
  const query = useWebsite(website);
  const datasets = useDatasets(website);
  return (
    <>
      <PageHeader title={t('words.title')} lead={disabled ? t('box.readOnly') : t('words.lead')} />
      <QueryView query={query}>
        {(settings) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <div className="xl:sticky xl:top-6 xl:order-1">
              <TrySearch website={website} settings={settings} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <Synonyms website={website} disabled={disabled} settings={settings} />
              <Redirects website={website} disabled={disabled} settings={settings} />
              <QueryView query={datasets}>
                {(all) =>
                  all
                    .filter(({ declaration: { kind } }) => kind === 'keywords')
                    .map((dataset, _, several) => (
                      <BlockedWords
                        key={dataset.tracker}
                        website={website}
                        disabled={disabled}
                        dataset={dataset}
                        alone={several.length === 1}
                      />
                    ))
                }
              </QueryView>
            </div>
          </div>
        )}
      </QueryView>
    </>
  );
};
