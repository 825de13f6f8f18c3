import { Link, type LinkProps } from '@tanstack/react-router';
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
  // What was made had nothing before.
  const hadBefore = changes.some(({ before }) => before !== null);
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
        ...(hadBefore
          ? [
              {
                title: t('audit.before'),
                cell: ({ field, before }: (typeof changes)[number]) => (
                  <del className="wrap-break-word text-muted no-underline">
                    <Breakable text={valueText(texts, before, field)} />
                  </del>
                ),
              },
            ]
          : []),
        {
          title: t(hadBefore ? 'audit.after' : 'audit.made'),
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

/** Where the item is, and where a change of a campaign can be taken back; null for one that is gone. */
const findItem = (website: string, entry: AuditEntry): LinkProps | null => {
  const [noun = '', verb] = entry.action.split('.');
  const name = subjectText(entry.subject);
  const ruleId = noun === 'campaign' ? readRuleId(entry) : null;
  if (verb === 'remove') return null;
  if (ruleId !== null)
    return { to: '/$website/campaigns/$ruleId', params: { website, ruleId: String(ruleId) } };
  if (noun === 'box') return { to: '/$website/boxes/$box', params: { website, box: name } };
  if (noun === 'dataset') return { to: '/$website/datasets/$dataset', params: { website, dataset: name } };
  if (noun === 'operator') return { to: '/$website/members', params: { website } };
  return noun === 'subscription' ? { to: '/$website/keys', params: { website } } : null;
};

const ItemLink = ({ website, entry }: { website: string; entry: AuditEntry }) => {
  const { t } = useText();
  const link = findItem(website, entry);
  return (
    link && (
      <Link {...link} className="inline-flex min-h-6 w-fit items-center text-accent-ink hover:underline">
        {t(entry.action.startsWith('campaign.') ? 'audit.toCampaign' : 'audit.toItem')}
      </Link>
    )
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
        <ItemLink website={website} entry={entry} />
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
