import { UserMinus, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../src/domain/operator.ts';
import type { Member } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { useFaultText } from '../../components/fault-text.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Select } from '../../components/input.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { roleTexts } from '../../components/role-text.ts';
import { Table } from '../../components/table.tsx';
import { useToast } from '../../components/toast.tsx';
import { useWide } from '../../components/use-wide.ts';
import { useChangeMembers, useMembers } from '../../data/people.ts';
import { useSession } from '../../data/session.ts';
import { useMay, useWebsiteName } from '../../shell/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { InviteDialog, roles } from './invite-dialog.tsx';

type MemberTableProps = {
  members: readonly Member[];
  disabled: boolean;
  onRole: (email: string, role: Role) => void;
  onRemove: (email: string) => void;
};

const MemberTable = ({ members, disabled, onRole, onRemove }: MemberTableProps) => {
  const { t, ago } = useText();
  const { data: session } = useSession();
  const fixed = (email: string): boolean => disabled || email === session?.operator.email;
  // On a phone there is room for one column: the role stands below the address.
  const wide = useWide('sm');
  const role = ({ email, role: current }: Member): ReactNode =>
    fixed(email) ? (
      <Badge>{t(roleTexts[current])}</Badge>
    ) : (
      <span className="block w-44">
        <Select
          aria-label={t('members.roleOf', { email })}
          value={current}
          options={roles.map((value) => ({ value, label: t(roleTexts[value]) }))}
          onChange={(next) => onRole(email, next)}
        />
      </span>
    );
  return (
    <Table
      label={t('members.title')}
      rows={members}
      rowKey={({ email }) => email}
      columns={[
        {
          title: t('members.email'),
          cell: (member) => (
            <>
              <span className="font-medium wrap-anywhere">{member.email}</span>
              {!wide && <div className="mt-2">{role(member)}</div>}
            </>
          ),
        },
        ...(wide ? [{ title: t('members.role'), cell: role }] : []),
        {
          title: t('members.lastSeen'),
          wideOnly: true,
          cell: ({ invited, lastSeenAt }) =>
            invited ? (
              <Badge tone="info">{t('members.invited')}</Badge>
            ) : (
              <span className="text-muted">{lastSeenAt === null ? t('common.never') : ago(lastSeenAt)}</span>
            ),
        },
        {
          title: t('members.remove'),
          titleHidden: true,
          numeric: true,
          cell: ({ email }) =>
            fixed(email) ? null : (
              <IconButton
                size="small"
                icon={UserMinus}
                label={t('common.removeOf', { name: email })}
                onClick={() => onRemove(email)}
              />
            ),
        },
      ]}
    />
  );
};

export const MembersScene = () => {
  const { t } = useText();
  const toast = useToast();
  const textOf = useFaultText();
  const website = useWebsiteName();
  const may = useMay('owner');
  const query = useMembers(website);
  const { setRole, remove } = useChangeMembers(website);
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const failed = (error: unknown): void => toast(textOf(error), 'danger');
  const confirm = (email: string): void =>
    remove.mutate(email, {
      onSuccess: () => {
        toast(t('members.removed', { email }));
        setLeaving(null);
      },
    });
  return (
    <>
      <PageHeader
        title={t('members.title')}
        lead={t('members.lead')}
        actions={
          may && (
            <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
              {t('members.invite')}
            </Button>
          )
        }
      />
      <Card flush>
        <Loaded query={query}>
          {(members) => (
            <MemberTable
              members={members}
              disabled={!may}
              onRole={(email, role) =>
                setRole.mutate(
                  { email, role },
                  { onSuccess: () => toast(t('common.saved')), onError: failed },
                )
              }
              onRemove={setLeaving}
            />
          )}
        </Loaded>
      </Card>
      {inviting && <InviteDialog website={website} onClose={() => setInviting(false)} />}
      <Confirm
        open={leaving !== null}
        title={t('members.remove.title', { email: leaving ?? '' })}
        body={t('members.remove.body')}
        action={t('members.remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving !== null && confirm(leaving)}
        onClose={() => setLeaving(null)}
      />
    </>
  );
};
