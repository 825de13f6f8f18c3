import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/display/badge.tsx';
import { useText } from '../../texts/text-context.tsx';
import { type MappingControls, mappingFlags } from './mapping-controls.tsx';
import type { MappingRow } from './mapping-rows.ts';

/** The control names itself for screen readers, with the field that it belongs to. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <span aria-hidden className="text-sm text-muted">
      {label}
    </span>
    {children}
  </div>
);

type RowProps = { row: MappingRow; sample: string; controls: MappingControls };

/** One line for a field: its name, its column, what it is used for. The controls come when it is opened. */
const MappingLine = ({ row, sample, controls }: RowProps) => {
  const { t } = useText();
  const isMapped = row.from !== '' || (row.template ?? '') !== '';
  // What has no column yet is what there is to do.
  const [open] = useState(!isMapped);
  return (
    <li>
      <details open={open} className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken/60 sm:grid-cols-[12rem_minmax(0,1fr)_auto_1rem] sm:px-6">
          <span className="min-w-0 font-medium wrap-anywhere">{controls.nameOf(row)}</span>
          <span className="min-w-0 truncate max-sm:order-3 max-sm:col-span-2">
            {isMapped ? (
              <>
                <span>{row.from}</span> <span className="ml-2 text-sm text-muted">{sample}</span>
              </>
            ) : (
              <span className="text-warning">{t('mapping.none')}</span>
            )}
          </span>
          <span className="flex flex-wrap gap-1.5 max-sm:order-4 max-sm:col-span-2">
            {mappingFlags
              .filter((flag) => row[flag])
              .map((flag) => (
                <Badge key={flag}>{t(`mapping.column.${flag}`)}</Badge>
              ))}
          </span>
          <ChevronDown className="size-4 text-muted transition-transform group-open:rotate-180" aria-hidden />
        </summary>
        <div className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-2 sm:px-6 xl:grid-cols-4">
          <Labelled label={t('mapping.column')}>{controls.column(row)}</Labelled>
          <Labelled label={t('mapping.column.shown')}>{controls.shownName(row)}</Labelled>
          <Labelled label={t('mapping.column.type')}>{controls.type(row)}</Labelled>
          <Labelled label={t('mapping.template')}>{controls.template(row)}</Labelled>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2 xl:col-span-4">
            {mappingFlags.map((flag) => (
              <span key={flag} className="flex items-center gap-2">
                {controls.flag(row, flag)}
                <span aria-hidden>{t(`mapping.column.${flag}`)}</span>
              </span>
            ))}
            <code className="ml-auto font-mono text-xs text-muted">{row.name}</code>
          </div>
        </div>
      </details>
    </li>
  );
};

type MappingLinesProps = {
  rows: readonly MappingRow[];
  sampleOf: (row: MappingRow) => string;
  controls: MappingControls;
};

export const MappingLines = ({ rows, sampleOf, controls }: MappingLinesProps) => {
  const { t } = useText();
  return (
    <ul aria-label={t('dataset.tab.mapping')} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <MappingLine key={row.name} row={row} sample={sampleOf(row)} controls={controls} />
      ))}
    </ul>
  );
};
