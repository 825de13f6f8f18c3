import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/types.ts';
import { Breakable } from '../../components/display/breakable.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Table } from '../../components/display/table.tsx';
import { Drawer } from '../../components/layers/dialog.tsx';
import { useText } from '../../texts/text-context.tsx';
import { actionText, fieldText, subjectText, valueText } from './audit-texts.ts';
import { listChanges } from './list-changes.ts';

type AuditDetailsProps = { website: string; entry: AuditEntry; onClose: () => void };

const Changes = ({ entry }: { entry: AuditEntry }) => {
  const texts = useText();
  const { t } = texts;
  const changes = listChanges(entry.before, entry.after);
  if (changes.length === 0) return <p className="text-muted">{t('audit.same')}</p>;
  return (
    <Table
      label={t('audit.details')}
      rows={changes}
      rowKey={({ field }) => field}
      columns={[
        {
          title: t('audit.field'),
          cell: ({ field }) => <span className="wrap-break-word">{fieldText(t, field)}</span>,
        },
        {
          title: t('audit.before'),
          cell: ({ field, before }) => (
            <del className="wrap-break-word text-muted no-underline">
              <Breakable text={valueText(texts, before, field)} />
            </del>
          ),
        },
        {
          title: t('audit.after'),
          cell: ({ field, after }) => (
            <ins className="wrap-break-word no-underline">
              <Breakable text={valueText(texts, after, field)} />
            </ins>
          ),
        },
      ]}
    />
  );
};

const readRuleId = ({ before, after }: AuditEntry): number | null => {
  const { ruleId } = (after ?? before ?? {}) as { ruleId?: unknown };
  return typeof ruleId === 'number' ? ruleId : null;
};

/** Where the change can be taken back; null where it cannot. */
const UndoLink = ({ website, entry }: { website: string; entry: AuditEntry }) => {
  const { t } = useText();
  const ruleId = entry.action.startsWith('campaign.') ? readRuleId(entry) : null;
  if (ruleId === null || entry.action === 'campaign.remove') return null;
  return (
    <Link
      to="/$website/campaigns/$ruleId"
      params={{ website, ruleId: String(ruleId) }}
      className="inline-flex min-h-6 items-center text-accent-ink hover:underline"
    >
      {t('audit.toCampaign')}
    </Link>
  );
};

/** What an entry changed, field by field; the stored states below, for those who need them. */
export const AuditDetails = ({ website, entry, onClose }: AuditDetailsProps) => {
  const { t, time } = useText();
  const states = [
    { name: t('audit.before'), value: entry.before },
    { name: t('audit.after'), value: entry.after },
  ].filter(({ value }) => value !== null && value !== undefined);
  return (
    <Drawer
      open
      wide
      title={`${actionText(t, entry)} · ${subjectText(entry.subject)}`}
      description={`${entry.actor}, ${time(entry.at)} · ${t('audit.entry', { sequence: entry.sequence })}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Changes entry={entry} />
        <UndoLink website={website} entry={entry} />
        {states.length > 0 && (
          <details>
            <summary className="min-h-6 cursor-pointer text-sm text-muted">{t('audit.raw')}</summary>
            <div className="mt-3 flex flex-col gap-4">
              {states.map(({ name, value }) => (
                <section key={name}>
                  <h3 className="mb-1 font-medium">{name}</h3>
                  <CodeBlock name={name} language="json" code={JSON.stringify(value, null, 2)} />
                </section>
              ))}
            </div>
          </details>
        )}
      </div>
    </Drawer>
  );
};
