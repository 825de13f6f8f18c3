import { useText } from '../../texts/text-context.tsx';

export type Series = { readonly name: string; readonly values: readonly (number | null)[] };

type ChartTableProps = {
  head: string;
  rows: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
};

/** The numbers of a chart as a table, for screen readers and for exact values. */
export const ChartTable = ({ head, rows, series, format }: ChartTableProps) => {
  const { t } = useText();
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-6 items-center text-muted hover:text-ink">
        {t('chart.table')}
      </summary>
      <div className="mt-2 max-h-72 overflow-auto">
        <table className="w-full text-left">
          <thead>
            <tr>
              <th scope="col" className="py-1 font-medium text-muted">
                {head}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 text-right font-medium text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* The label of an hour comes twice in a period of a day. */}
            {rows.map((row, index) => (
              <tr key={`${index} ${row}`} className="border-t border-line">
                <th scope="row" className="py-1 font-normal">
                  {row}
                </th>
                {series.map(({ name, values }) => {
                  const value = values[index] ?? null;
                  return (
                    <td key={name} className="py-1 text-right">
                      {value === null ? t('common.noData') : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
