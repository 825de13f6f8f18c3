import type { DatasetDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useFields, useInspectFeed, useSaveDataset } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { dropEmptyOverrides } from './drop-empty-overrides.ts';
import { LearnFromFields } from './learn-from-fields.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { listColumns, readSample } from './mapping-rows.ts';

/** Without any it is left out, as the service describes it. */
const withLearnFrom = (
  { learnFrom: _learnFrom, ...rest }: DatasetDeclaration,
  learnFrom: NonNullable<DatasetDeclaration['learnFrom']>,
): DatasetDeclaration => (learnFrom.length === 0 ? rest : { ...rest, learnFrom });

export const MappingTab = ({ website, dataset, disabled }: DatasetTabProps) => {
  const { t } = useText();
  const { declaration } = dataset;
  const query = useFields(website, declaration.name);
  const draft = useDraft<DatasetDeclaration>(declaration);
  const save = useSaveDataset(website);
  const inspect = useInspectFeed(website, declaration.name);
  const seen = inspect.data;
  return (
    <>
      <p className="mb-4 text-muted">{t('mapping.lead')}</p>
      {!disabled && (
        <div className="mb-6">
          <Card
            title={t('mapping.look')}
            description={t('mapping.lookHint')}
            actions={
              declaration.source && (
                <Button size="small" busy={inspect.isPending} onClick={() => inspect.mutate({})}>
                  {t('mapping.lookSource')}
                </Button>
              )
            }
          >
            <FormError error={inspect.error} />
            <FileDrop
              hint={t('source.uploadHint')}
              disabled={inspect.isPending}
              onFile={(file) => inspect.mutate(file)}
            />
          </Card>
        </div>
      )}
      <Card flush>
        <QueryView query={query}>
          {(live) => (
            <MappingEditor
              fields={seen?.fields ?? live}
              overrides={draft.value.fields ?? []}
              columns={seen ? listColumns(seen) : live.map(({ from }) => from)}
              sampleOf={({ name, from }) =>
                seen
                  ? readSample(seen.examples, from)
                  : (live
                      .find((field) => field.name === name)
                      ?.examples.slice(0, 3)
                      .join(' · ') ?? '')
              }
              disabled={disabled}
              onChange={(fields) => draft.change({ fields: dropEmptyOverrides(fields) })}
            />
          )}
        </QueryView>
      </Card>
      {declaration.kind === 'products' && (
        <div className="mt-6">
          <LearnFromFields
            value={draft.value.learnFrom ?? []}
            fields={seen?.fields ?? query.data ?? []}
            disabled={disabled}
            onChange={(learnFrom) => draft.replace(withLearnFrom(draft.value, learnFrom))}
          />
        </div>
      )}
      <SaveBar place="tab" draft={draft} save={save} />
    </>
  );
};
