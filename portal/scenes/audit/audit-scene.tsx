import {
  BellRing,
  Boxes,
  ChevronRight,
  Database,
  Images,
  KeyRound,
  type LucideIcon,
  Megaphone,
  ScrollText,
  ShieldAlert,
  Store,
  UserRound,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Breakable } from '../../components/display/breakable.tsx';
import { Pagination } from '../../components/display/pagination.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { rowLink, Table } from '../../components/display/table.tsx';
import { auditFileAddress, useAudit } from '../../data/audit.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { AuditDetails } from './audit-details.tsx';
import { actionText, fieldText, subjectText, valueText } from './audit-texts.ts';
import { listChanges } from './list-changes.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  website: Store,
  dataset: Database,
  import: Database,
  version: Database,
  pictures: Images,
  box: Boxes,
  campaign: Megaphone,
  subscription: KeyRound,
  token: KeyRound,
  operator: UserRound,
  invitation: UserRound,
  alerts: BellRing,
};

const shownChanges = 2;

/** What was done to what, and the first fields of a change: nobody has to open the entry for those. */
const What = ({ entry }: { entry: AuditEntry }) => {
  const texts = useText();
  const { t, time } = texts;
  const { action, subject, at, before, after } = entry;
  const Icon = icons[action.split('.', 1)[0] ?? ''] ?? ScrollText;
  const changes = before && after ? listChanges(before, after) : [];
  const more = changes.length - shownChanges;
  return (
    <span className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          <span>{actionText(t, entry)}</span> <span className="font-medium">{subjectText(subject)}</span>
        </span>
        {changes.slice(0, shownChanges).map((change) => (
          <span key={change.field} className="block text-sm wrap-anywhere">
            <span className="text-muted">{fieldText(t, change.field)}: </span>
            <del className="text-muted">{valueText(texts, change.before, change.field)}</del>
            {' → '}
            <ins className="no-underline">{valueText(texts, change.after, change.field)}</ins>
          </span>
        ))}
        {more > 0 && <span className="block text-sm text-muted">{t('audit.more', { count: more })}</span>}
        <span className="block text-sm text-muted sm:hidden">{time(at)}</span>
      </span>
    </span>
  );
};

/** First words of what entries are about, with the page that they are of. */
const kinds = [
  ['campaign', 'nav.campaigns'],
  ['box', 'nav.boxes'],
  ['dataset', 'nav.datasets'],
  ['subscription', 'nav.keys'],
  ['operator', 'nav.members'],
] as const;

const Kinds = ({ value, onChange }: { value: string; onChange: (kind: string) => void }) => {
  const { t } = useText();
  return (
    <div role="group" aria-label={t('audit.kinds')} className="mb-4 flex flex-wrap gap-2">
      {[['', 'audit.everything'] as const, ...kinds].map(([kind, text]) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          onClick={() => onChange(kind)}
          className="min-h-8 rounded-full border border-line px-3 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-ink"
        >
          {t(text)}
        </button>
      ))}
    </div>
  );
};

type Row = { readonly entry: AuditEntry; readonly day: string | null; readonly isSameActor: boolean };

/** A day and a person are written once, at the first of their entries. */
const useRows = (entries: readonly AuditEntry[]): Row[] => {
  const { date } = useText();
  return entries.map((entry, at) => {
    const before = entries[at - 1];
    const isSameDay = before !== undefined && date(before.at) === date(entry.at);
    return {
      entry,
      day: isSameDay ? null : date(entry.at),
      isSameActor: isSameDay && before.actor === entry.actor,
    };
  });
};

type EntriesProps = { entries: readonly AuditEntry[]; onOpen: (entry: AuditEntry) => void };

const Entries = ({ entries, onOpen }: EntriesProps) => {
  const { t, language } = useText();
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  return (
    <Table
      label={t('audit.title')}
      rows={useRows(entries)}
      rowsAreLinks
      rowKey={({ entry }) => entry.sequence}
      columns={[
        {
          title: t('audit.at'),
          wideOnly: true,
          cell: ({ entry, day }) => (
            <span className="whitespace-nowrap">
              {day !== null && <span className="block font-medium">{day}</span>}
              <span className="text-muted">{clock.format(new Date(entry.at))}</span>
            </span>
          ),
        },
        {
          title: t('audit.actor'),
          wideOnly: true,
          cell: ({ entry, isSameActor }) => (
            <span className={isSameActor ? 'sr-only' : undefined}>
              <Breakable text={entry.actor} />
            </span>
          ),
        },
        { title: t('audit.action'), cell: ({ entry }) => <What entry={entry} /> },
        {
          title: t('audit.details'),
          titleHidden: true,
          numeric: true,
          cell: ({ entry }) => (
            <button
              type="button"
              aria-label={`${t('audit.details')}: ${t('audit.entry', { sequence: entry.sequence })}`}
              onClick={() => onOpen(entry)}
              className={`static! ml-auto grid size-8 place-items-center text-muted ${rowLink}`}
            >
              <ChevronRight className="size-4" aria-hidden />
            </button>
          ),
        },
      ]}
    />
  );
};

const AuditPages = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const [page, setPage] = useState(1);
  const [actor, setActor] = useState('');
  // Either what was typed, or the first word of what entries are about.
  const [kind, setKind] = useState('');
  const [typed, setTyped] = useState('');
  const subject = kind === '' ? typed : `${kind} `;
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const query = useAudit(website, useDeferredValue({ page, actor, subject }));
  return (
    <>
      <div className="mb-4 grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,18rem)_minmax(0,18rem)_1fr]">
        <TextField
          label={t('audit.actor')}
          placeholder={t('audit.actor.example')}
          type="search"
          value={actor}
          onChange={(text) => {
            setActor(text);
            setPage(1);
          }}
        />
        <TextField
          label={t('audit.subject')}
          placeholder={t('audit.subject.example')}
          type="search"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setKind('');
            setPage(1);
          }}
        />
        <p className="flex flex-wrap gap-3 sm:col-span-2 xl:col-span-1 xl:justify-end">
          {(['csv', 'ndjson'] as const).map((format) => (
            <a
              key={format}
              download
              href={auditFileAddress(website, format, { actor, subject })}
              className={buttonClass('secondary', 'small')}
            >
              {t(`audit.export.${format}`)}
            </a>
          ))}
        </p>
      </div>
      <Kinds
        value={kind}
        onChange={(next) => {
          setKind(next);
          setTyped('');
          setPage(1);
        }}
      />
      <Card flush>
        <QueryView query={query}>
          {({ entries, count, pageSize }) =>
            entries.length === 0 ? (
              <p className="p-6 text-muted">{t('audit.empty')}</p>
            ) : (
              <>
                <Entries entries={entries} onOpen={setOpened} />
                <Pagination page={page} pages={Math.ceil(count / pageSize)} onChange={setPage} />
              </>
            )
          }
        </QueryView>
      </Card>
      {opened && <AuditDetails website={website} entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
};

export const AuditScene = () => {
  const { t } = useText();
  const canView = useHasRole('owner');
  return (
    <>
      <PageHeader title={t('audit.title')} lead={t('audit.lead')} />
      {canView ? (
        <AuditPages />
      ) : (
        <EmptyState
          icon={ShieldAlert}
          title={t('audit.notAllowed.title')}
          body={t('audit.notAllowed.body')}
        />
      )}
    </>
  );
};
