import type { ReactNode } from 'react';
import type { SearchBoxDeclaration } from '../../api/types.ts';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useSaveBox } from '../../data/boxes.ts';
import { useHasRole } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { SearchPreview } from '../preview/search-preview.tsx';
import { BoxCampaignsTab } from './box-campaigns-tab.tsx';
import type { BoxEditorProps } from './box-editor-props.ts';
import { DeleteBox } from './delete-box.tsx';
import { FacetsTab } from './facets-tab.tsx';
import { GeneralTab } from './general-tab.tsx';
import { IntegrationTab } from './integration-tab.tsx';
import { StrategyTab } from './strategy-tab.tsx';
import { TuneResult } from './tune-result.tsx';

/**
 * Settings with the result of what is being edited: at the side of a wide screen, else above them. It stays in sight
 * while they are changed.
 */
const BesideResult = ({ result, children }: { result: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-6 xl:grid xl:grid-cols-2 xl:items-start">
    <div className="sticky top-16 z-10 lg:top-2 xl:top-6 xl:order-last">{result}</div>
    <div className="min-w-0">{children}</div>
  </div>
);

/** The six tabs share one draft: the preview shows what is being edited, before it is saved. */
export const SearchBoxEditor = ({ website, box, declaration }: BoxEditorProps<SearchBoxDeclaration>) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  const canDelete = useHasRole('owner');
  const draft = useDraft(declaration);
  const save = useSaveBox(website, declaration.name);
  const [tab, setTab] = useTab(['general', 'facets', 'strategy', 'campaigns', 'preview', 'integration']);
  const { name: _name, kind: _kind, dataset: _dataset, ...settings } = draft.value;
  const { value, change: onChange, replace: onReplace } = draft;
  const part = { website, value, disabled: !canEdit, onChange, onReplace };
  const unsaved = draft.dirty ? settings : undefined;
  const result = (
    <TuneResult website={website} box={declaration.name} dataset={declaration.dataset} settings={unsaved} />
  );
  const content = {
    general: () => (
      <BesideResult result={result}>
        <GeneralTab {...part} />
        {canDelete && <DeleteBox website={website} name={declaration.name} />}
      </BesideResult>
    ),
    facets: () => (
      <BesideResult result={result}>
        <FacetsTab {...part} />
      </BesideResult>
    ),
    strategy: () => (
      <BesideResult result={result}>
        <StrategyTab {...part} dataset={declaration.dataset} settings={unsaved} />
      </BesideResult>
    ),
    campaigns: () => <BoxCampaignsTab website={website} box={declaration.name} />,
    preview: () => (
      <SearchPreview
        website={website}
        box={declaration.name}
        dataset={declaration.dataset}
        {...(unsaved ? { settings: unsaved } : {})}
      />
    ),
    integration: () => <IntegrationTab website={website} box={box} />,
  };
  return (
    <>
      <Tabs
        label={t('box.tabs')}
        value={tab}
        onChange={setTab}
        tabs={(['general', 'facets', 'strategy', 'campaigns', 'preview', 'integration'] as const).map(
          (value) => ({
            value,
            label: t(`box.tab.${value}`),
            content: content[value],
          }),
        )}
      />
      <SaveBar draft={draft} save={save} />
    </>
  );
};
