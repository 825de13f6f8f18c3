import type { DatasetDeclaration, DatasetField } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useFields, useInspectFeed, useSaveDataset } from '../../data/datasets.ts';
import { type Texts, useText } from '../../texts/text-context.tsx';
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

/** A value of the catalogue in the words of the page. */
const readExample = ({ t, number }: Texts, type: DatasetField['type'] | undefined, value: string): string => {
  if (type === 'number' && Number.isFinite(Number(value))) return number(Number(value), 2);
  return type === 'boolean' ? t(value === 'true' ? 'filter.yes' : 'filter.no') : value;
};

export const MappingTab = ({ website, dataset, disabled }: DatasetTabProps) => {
  const texts = useText();
  const { t } = texts;
  const { declaration } = dataset;
  const listExamples = (field: DatasetField | undefined): string =>
    (field?.examples ?? [])
      .slice(0, 3)
      .map((value) => readExample(texts, field?.type, value))
      .join(' · ');
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
                  : listExamples(live.find((field) => field.name === name))
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
