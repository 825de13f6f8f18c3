import type { ReactNode } from 'react';
import { classNames } from '../../styles/class-names.ts';
import { Breakable } from './breakable.tsx';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** Hidden below 640 px. */
  readonly wideOnly?: boolean;
  /** The title is for screen readers only. */
  readonly titleHidden?: boolean;
};

type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The link of a row covers the row, except for its other controls: put `rowLink` on it. */
  rowsAreLinks?: boolean;
};

/** On the link of a row of a table whose rows are links. */
export const rowLink = "after:absolute after:inset-0 after:content-['']";

const align = (column: { numeric?: boolean; wideOnly?: boolean }): string =>
  classNames(
    'px-2 sm:px-4 sm:first:pl-6 sm:last:pr-6',
    column.numeric && 'text-right',
    column.wideOnly && 'max-sm:hidden',
  );

/**
 * Scrolls horizontally where needed, and is focusable for that. `relative`, so that texts for screen readers are
 * clipped with it and do not widen the page. On a phone the margin belongs to the whole table: the first column may be
 * hidden there.
 */
export const Table = <Row,>({ label, columns, rows, rowKey, rowsAreLinks = false }: TableProps<Row>) => {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="scroll-hint relative overflow-x-auto focus-visible:-outline-offset-2 max-sm:px-3"
    >
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames('h-10 text-sm font-medium whitespace-nowrap text-muted', align(column))}
              >
                {column.titleHidden ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classNames(
                'border-b border-line last:border-0 hover:bg-sunken/60',
                rowsAreLinks &&
                  'relative [&_button]:relative [&_button]:z-10 [&_input]:relative [&_input]:z-10 [&_label]:relative [&_label]:z-10',
              )}
            >
              {columns.map((column) => (
                <td key={column.title} className={classNames('h-13 py-2', align(column))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

export type DataItem = { readonly term: string; readonly value: ReactNode };

/** One word that no column is wide enough for. */
const address = /^\S{20,}$/;

export const DataList = ({ items }: { items: readonly DataItem[] }) => {
  return (
    <dl className="grid grid-cols-[minmax(6rem,40%)_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr] sm:gap-x-6">
      {items.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {typeof value === 'string' && address.test(value) ? <Breakable text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
};
