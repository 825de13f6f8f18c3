import type { ReactNode } from 'react';
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

/** The mapping on a phone: a card for each field, because a table of eight columns does not fit. */
export const MappingCards = ({
  rows,
  controls,
}: {
  rows: readonly MappingRow[];
  controls: MappingControls;
}) => {
  const { t } = useText();
  return (
    <ul aria-label={t('dataset.tab.mapping')} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li key={row.name} className="flex flex-col gap-3 p-4">
          <code className="font-mono font-medium wrap-anywhere">{row.name}</code>
          <Labelled label={t('mapping.column')}>{controls.column(row)}</Labelled>
          <div className="grid grid-cols-2 gap-3">
            <Labelled label={t('mapping.column.shown')}>{controls.shownName(row)}</Labelled>
            <Labelled label={t('mapping.column.type')}>{controls.type(row)}</Labelled>
          </div>
          <Labelled label={t('mapping.template')}>{controls.template(row)}</Labelled>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {mappingFlags.map((flag) => (
              <span key={flag} className="flex items-center gap-2">
                {controls.flag(row, flag)}
                <span aria-hidden>{t(`mapping.column.${flag}`)}</span>
              </span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
};
