import type { DatasetDeclaration } from '../../api/types.ts';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { AuthFields } from './auth-fields.tsx';
import { ScheduleField } from './schedule-field.tsx';

export type Source = NonNullable<DatasetDeclaration['source']>;
type Kind = 'url' | 'file' | 'upload';

/** A file on the server can only be declared there, so it is shown but not offered. */
const kinds: readonly Kind[] = ['url', 'upload'];

const getSourceKind = (source: Source | undefined): Kind =>
  source?.url !== undefined ? 'url' : source?.file !== undefined ? 'file' : 'upload';

/** Drops empty properties: the service expects them to be absent. */
const dropEmptyProperties = (source: Source): Source =>
  Object.fromEntries(
    Object.entries(source).filter(([key, value]) => value !== '' || key === 'url' || key === 'file'),
  );

/** Folders of the server tell the shop nothing. */
const lastPart = (path = ''): string => path.split('/').at(-1) ?? '';

type SourceFieldsProps = {
  value: DatasetDeclaration;
  disabled: boolean;
  onReplace: (value: DatasetDeclaration) => void;
};

export const SourceFields = ({ value, disabled, onReplace }: SourceFieldsProps) => {
  const { t } = useText();
  const { source, ...rest } = value;
  const kind = getSourceKind(source);
  const change = (part: Partial<Source>): void =>
    onReplace({ ...rest, source: dropEmptyProperties({ ...source, ...part }) });
  const choose = (next: Kind): void => {
    const { url: _url, file: _file, ...kept } = source ?? {};
    onReplace(next === 'upload' ? rest : { ...rest, source: { ...kept, [next]: '' } });
  };
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={t('source.kind')}
        disabled={disabled}
        value={kind}
        onChange={choose}
        options={(kind === 'file' ? [...kinds, kind] : kinds).map((each) => ({
          value: each,
          label: t(`source.kind.${each}`),
        }))}
      />
      {kind === 'url' && (
        <>
          <TextField
            label={t('source.url')}
            hint={t('source.urlHint')}
            type="url"
            required
            disabled={disabled}
            value={source?.url ?? ''}
            onChange={(text) => change({ url: text })}
          />
          <AuthFields
            value={source?.auth}
            disabled={disabled}
            onChange={(auth) => {
              const { auth: _auth, ...kept } = source ?? {};
              onReplace({ ...rest, source: auth ? { ...kept, auth } : kept });
            }}
          />
        </>
      )}
      {kind === 'file' && (
        <TextField
          label={t('source.file')}
          disabled
          title={source?.file}
          value={lastPart(source?.file)}
          onChange={(text) => change({ file: text })}
        />
      )}
      {kind !== 'upload' && (
        <>
          <ScheduleField
            disabled={disabled}
            value={source?.schedule ?? ''}
            onChange={(schedule) => change({ schedule })}
          />
        </>
      )}
      {value.kind === 'products' && (
        <TextField
          label={t('pictures.baseUrl')}
          hint={t('pictures.baseUrl.hint')}
          type="url"
          disabled={disabled}
          value={value.imagesUrl ?? ''}
          onChange={(text) => {
            const { imagesUrl: _imagesUrl, ...others } = value;
            onReplace(text === '' ? others : { ...others, imagesUrl: text });
          }}
        />
      )}
    </div>
  );
};
