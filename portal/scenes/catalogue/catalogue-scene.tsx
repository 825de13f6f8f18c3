import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Shirt } from 'lucide-react';
import { buttonClass } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useDatasets } from '../../data/datasets.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { type CatalogueSearch, readCatalogueSearch } from '../../routing/catalogue-search.ts';
import { useText } from '../../texts/text-context.tsx';
import { CatalogueSearchBar } from './catalogue-search-bar.tsx';
import { ProductList } from './product-list.tsx';

const NoCatalogue = ({ website }: { website: string }) => {
  const { t } = useText();
  return (
    <Card>
      <EmptyState
        icon={Shirt}
        title={t('catalogue.empty.title')}
        body={t('catalogue.empty.body')}
        action={
          <Link to="/$website/datasets" params={{ website }} className={buttonClass('primary')}>
            {t('catalogue.empty.action')}
          </Link>
        }
      />
    </Card>
  );
};

/** The products of a live catalogue: searched by words or number, filtered, page by page. */
export const CatalogueScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const search = useSearch({ from: '/signed-in/$website/catalogue' });
  const navigate = useNavigate({ from: '/$website/catalogue' });
  const datasets = useDatasets(website);
  const change = (next: CatalogueSearch): void =>
    void navigate({ search: readCatalogueSearch({ ...next }), replace: true });
  return (
    <>
      <PageHeader title={t('catalogue.title')} lead={t('catalogue.lead')} />
      <QueryView query={datasets}>
        {(all) => {
          const names = all
            .filter(({ declaration: { kind }, live }) => kind === 'products' && live !== null)
            .map(({ declaration: { name } }) => name);
          const [first] = names;
          if (first === undefined) return <NoCatalogue website={website} />;
          const dataset = names.find((name) => name === search.dataset) ?? first;
          return (
            <div className="flex flex-col gap-6">
              <CatalogueSearchBar
                key={dataset}
                website={website}
                dataset={dataset}
                datasets={names}
                search={search}
                onChange={change}
              />
              <ProductList website={website} dataset={dataset} search={search} onChange={change} />
            </div>
          );
        }}
      </QueryView>
    </>
  );
};
