import { Link, useParams } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { FigureTile } from '../../components/display/figure-tile.tsx';
import { useDataset } from '../../data/datasets.ts';
import { useHasRole } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { ChangesTab } from './changes-tab.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { ImportsTab } from './imports-tab.tsx';
import { MappingTab } from './mapping-tab.tsx';
import { PicturesTab } from './pictures-tab.tsx';
import { SourceTab } from './source-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const tabs = ['source', 'mapping', 'imports', 'versions', 'changes', 'pictures'] as const;
/** Search terms are built by themselves: what was imported of them stands below what was built. */
const keywordTabs = ['source', 'imports'] as const;

const Counts = ({ counts }: { counts: NonNullable<Dataset['counts']> }) => {
  const { t, number, percent } = useText();
  const { withPicture, withoutPicture } = counts;
  const rows = (withPicture ?? 0) + (withoutPicture ?? 0);
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2">
      <FigureTile name={t('dataset.products')} value={number(counts.products)} />
      <FigureTile name={t('dataset.variants')} value={number(counts.variants)} />
      <FigureTile
        name={t('dataset.withPicture')}
        value={withPicture === null || rows === 0 ? '–' : percent(withPicture / rows, 1)}
      />
    </div>
  );
};

/** Never silent: products without a picture cannot be found by their looks. */
const PictureWarning = ({
  counts,
  onShow,
}: {
  counts: NonNullable<Dataset['counts']>;
  onShow: () => void;
}) => {
  const { t } = useText();
  const { variants, withoutPicture } = counts;
  if (!withoutPicture) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <ImageOff className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1">{t('pictures.warning', { count: withoutPicture, rows: variants })}</p>
      <Button size="small" onClick={onShow}>
        {t('pictures.show')}
      </Button>
    </div>
  );
};

const Editor = (props: DatasetTabProps) => {
  const { t } = useText();
  const { dataset } = props;
  const isKeywords = dataset.declaration.kind === 'keywords';
  const visibleTabs = isKeywords ? keywordTabs : tabs;
  const [tab, setTab] = useTab<(typeof tabs)[number]>([...visibleTabs]);
  const content = {
    source: () => <SourceTab {...props} />,
    mapping: () => <MappingTab {...props} />,
    imports: () => (
      <div className="flex flex-col gap-6">
        {isKeywords && <VersionsTab {...props} />}
        <ImportsTab {...props} />
      </div>
    ),
    versions: () => <VersionsTab {...props} />,
    changes: () => <ChangesTab {...props} />,
    pictures: () => <PicturesTab {...props} />,
  };
  return (
    <>
      {dataset.counts && !isKeywords && <Counts counts={dataset.counts} />}
      {dataset.counts && !isKeywords && tab !== 'pictures' && (
        <PictureWarning counts={dataset.counts} onShow={() => setTab('pictures')} />
      )}
      <Tabs
        label={t('dataset.tabs')}
        value={tab}
        onChange={setTab}
        tabs={visibleTabs.map((value) => ({
          value,
          label: t(isKeywords && value === 'imports' ? 'dataset.tab.versions' : `dataset.tab.${value}`),
          content: content[value],
        }))}
      />
    </>
  );
};

export const DatasetScene = () => {
  const { t } = useText();
  const { website, dataset: name } = useParams({ from: '/signed-in/$website/datasets/$dataset' });
  const canEdit = useHasRole('owner');
  const canImport = useHasRole('merchandiser');
  const query = useDataset(website, name);
  return (
    <>
      <PageHeader
        title={name}
        above={
          <Link to="/$website/datasets" params={{ website }} className="hover:underline">
            {t('datasets.title')}
          </Link>
        }
        lead={canImport ? undefined : t('box.readOnly')}
      />
      <QueryView query={query}>
        {(dataset) => (
          <Editor website={website} dataset={dataset} disabled={!canEdit} canImport={canImport} />
        )}
      </QueryView>
    </>
  );
};
