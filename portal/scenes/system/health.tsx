import type { SystemState } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { DataList } from '../../components/display/table.tsx';
import { useBackups, useReady } from '../../data/system.ts';
import { useText } from '../../texts/text-context.tsx';

/** Below this an import of a medium-sized shop may run out of disk space. */
const lowSpaceBytes = 2 * 1024 ** 3;

const Readiness = () => {
  const { t } = useText();
  const { data: ready } = useReady();
  if (ready === undefined) return <span className="text-muted">{t('common.loading')}</span>;
  return <Badge tone={ready ? 'positive' : 'danger'}>{t(ready ? 'health.ready' : 'health.notReady')}</Badge>;
};

const DiskSpace = ({ freeBytes }: { freeBytes: number }) => {
  const { t, bytes } = useText();
  const isLow = freeBytes < lowSpaceBytes;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={isLow ? 'danger' : 'positive'}>{t(isLow ? 'health.scarce' : 'health.enough')}</Badge>
      <span className="text-muted">{t('system.diskFree', { free: bytes(freeBytes) })}</span>
    </span>
  );
};

const LastBackup = () => {
  const { t, ago } = useText();
  const { data: backups } = useBackups();
  if (backups === undefined) return <span className="text-muted">{t('common.loading')}</span>;
  const last = backups.find(({ state }) => state === 'complete');
  return last ? (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="positive">{t('system.backup.complete')}</Badge>
      <span className="text-muted">{ago(last.at)}</span>
    </span>
  ) : (
    <Badge tone="warning">{t('health.noBackup')}</Badge>
  );
};

const Damage = ({ problems }: { problems: SystemState['problems'] }) => {
  const { t } = useText();
  if (problems.length === 0) return <Badge tone="positive">{t('health.noDamage')}</Badge>;
  return (
    <ul className="flex flex-col gap-1">
      {problems.map(({ subject, version, file }) => (
        <li key={`${subject} ${version} ${file}`} className="flex flex-wrap items-center gap-2">
          <Badge tone="danger">{t('health.damaged')}</Badge>
          <span>{version === null ? subject : t('health.damagedVersion', { subject, version })}</span>
        </li>
      ))}
    </ul>
  );
};

/** Readiness, free disk space, damaged files and the last backup. */
export const Health = ({ system }: { system: SystemState }) => {
  const { t } = useText();
  return (
    <Card title={t('health.title')}>
      <DataList
        items={[
          { term: t('health.answering'), value: <Readiness /> },
          { term: t('health.room'), value: <DiskSpace freeBytes={system.disk.freeBytes} /> },
          { term: t('health.files'), value: <Damage problems={system.problems} /> },
          { term: t('health.backup'), value: <LastBackup /> },
        ]}
      />
    </Card>
  );
};
