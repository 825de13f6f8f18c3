import { Button } from '../../components/buttons/button.tsx';
import type { DatasetDeclaration, Inspection } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { Table } from '../../components/display/table.tsx';
import { useInspectFeed } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const maxColumns = 6;
const maxRows = 5;

const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const FirstRows = ({ inspection }: { inspection: Inspection }) => {
  const { t } = useText();
  const { examples, fields } = inspection;
  return (
    <Table
      label={t('mapping.column.examples')}
      rows={examples.slice(0, maxRows).map((row, index) => ({ row, index }))}
      rowKey={({ index }) => index}
      columns={fields.slice(0, maxColumns).map(({ from, displayName }) => ({
        title: displayName,
        cell: ({ row }: { row: Readonly<Record<string, unknown>> }) => (
          <span className="line-clamp-2 max-w-56 wrap-anywhere">{cellText(row[from])}</span>
        ),
      }))}
    />
  );
};

/** Format and first rows of the feed, before anything is imported. */
export const FeedPreview = ({
  website,
  dataset,
  disabled,
}: {
  website: string;
  dataset: DatasetDeclaration;
  disabled: boolean;
}) => {
  const { t } = useText();
  const inspect = useInspectFeed(website, dataset.name);
  if (disabled || !dataset.source) return null;
  const { data } = inspect;
  return (
    <Card
      title={t('source.check')}
      description={
        data
          ? t('source.inspected', { format: data.format, encoding: data.encoding ?? '–' })
          : t('source.checkLead')
      }
      actions={
        <Button size="small" busy={inspect.isPending} onClick={() => inspect.mutate({})}>
          {t('source.look')}
        </Button>
      }
    >
      <FormError error={inspect.error} />
      {data && <FirstRows inspection={data} />}
    </Card>
  );
};
