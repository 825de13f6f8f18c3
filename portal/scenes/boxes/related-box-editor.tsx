import type { RelatedBoxDeclaration } from '../../api/types.ts';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useSaveBox } from '../../data/boxes.ts';
import { classNames } from '../../styles/class-names.ts';
import { useHasRole } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { RelatedPreview } from '../preview/related-preview.tsx';
import type { BoxEditorProps } from './box-editor-props.ts';
import { CurationTab } from './curation-tab.tsx';
import { DeleteBox } from './delete-box.tsx';
import { IntegrationTab } from './integration-tab.tsx';
import { RelatedResult } from './related-result.tsx';
import { SourcesTab } from './sources-tab.tsx';

const tabs = ['sources', 'curation', 'preview', 'integration'] as const;

/** Settings, and what shoppers get from them. */
const besideOf = {
  relatedKeywords:
    'grid items-start gap-6 xl:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]',
  // One setting above many pictures.
  relatedProducts: 'grid gap-6',
};

export const RelatedBoxEditor = ({ website, box, declaration }: BoxEditorProps<RelatedBoxDeclaration>) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  const canDelete = useHasRole('owner');
  const draft = useDraft(declaration);
  const save = useSaveBox(website, declaration.name);
  const [tab, setTab] = useTab([...tabs]);
  const content = {
    sources: () => (
      <div className={besideOf[declaration.kind]}>
        <div className="min-w-0">
          <SourcesTab website={website} value={draft.value} disabled={!canEdit} onChange={draft.change} />
        </div>
        <div className={classNames('min-w-0', declaration.kind === 'relatedKeywords' && 'xl:row-span-2')}>
          <RelatedResult website={website} box={box} />
        </div>
        {/* On a phone below what the box gives. */}
        {canDelete && <DeleteBox website={website} name={declaration.name} />}
      </div>
    ),
    curation: () => <CurationTab website={website} box={box} disabled={!canEdit} />,
    preview: () => <RelatedPreview website={website} box={declaration.name} disabled={!canEdit} />,
    integration: () => <IntegrationTab website={website} box={box} />,
  };
  return (
    <>
      <Tabs
        label={t('box.tabs')}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`box.tab.${value}`), content: content[value] }))}
      />
      <SaveBar draft={draft} save={save} />
    </>
  );
};
