import { Eye, KeyRound, Megaphone, UserMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../src/domain/operator.ts';
import type { Member } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Select } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { roleTexts } from '../../components/account/role-texts.ts';
import { Breakable } from '../../components/display/breakable.tsx';
import { Table } from '../../components/display/table.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useMinWidth } from '../../components/layout/use-min-width.ts';
import { useChangeMembers, useMembers } from '../../data/members.ts';
import { useSession } from '../../data/session.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { InviteCard, roles } from './invite-card.tsx';

const roleIcons = { viewer: Eye, merchandiser: Megaphone, owner: KeyRound } as const;

type MemberTableProps = {
  members: readonly Member[];
  disabled: boolean;
  onRole: (email: string, role: Role) => void;
  onRemove: (email: string) => void;
};

const MemberTable = ({ members, disabled, onRole, onRemove }: MemberTableProps) => {
  const { t, ago } = useText();
  const { data: session } = useSession();
  const isFixed = (email: string): boolean => disabled || email === session?.operator.email;
  // On a phone there is room for one column: the role stands below the address.
  const wide = useMinWidth('sm');
  const role = ({ email, role: current }: Member): ReactNode =>
    isFixed(email) ? (
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
              <span className="font-medium wrap-anywhere">
                <Breakable text={member.email} />
              </span>
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
            isFixed(email) ? null : (
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

/** What each role may do, beside those who have it. */
const RoleCards = () => {
  const { t } = useText();
  return (
    <ul aria-label={t('members.may')} className="mt-6 grid gap-4 sm:grid-cols-3">
      {roles.map((role) => {
        const Icon = roleIcons[role];
        return (
          <li key={role} className="flex gap-4 rounded-2xl border border-line bg-surface p-5 shadow-low">
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink">
              <Icon className="size-5" aria-hidden />
            </span>
            <div>
              <h2 className="font-medium">{t(roleTexts[role])}</h2>
              <p className="mt-1 text-sm text-pretty text-muted">{t(`members.may.${role}`)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
};

export const MembersScene = () => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const website = useWebsiteName();
  const canEdit = useHasRole('owner');
  const query = useMembers(website);
  const { setRole, remove } = useChangeMembers(website);
  const [memberToRemove, setMemberToRemove] = useState<string | null>(null);
  const showError = (error: unknown): void => toast(describeFault(error), 'danger');
  const confirm = (email: string): void =>
    remove.mutate(email, {
      onSuccess: () => {
        toast(t('members.removed', { email }));
        setMemberToRemove(null);
      },
    });
  return (
    <>
      <PageHeader title={t('members.title')} lead={t('members.lead')} />
      {canEdit && (
        <div className="mb-6">
          <InviteCard website={website} />
        </div>
      )}
      <Card flush>
        <QueryView query={query}>
          {(members) => (
            <MemberTable
              members={members}
              disabled={!canEdit}
              onRole={(email, role) =>
                setRole.mutate(
                  { email, role },
                  { onSuccess: () => toast(t('common.saved')), onError: showError },
                )
              }
              onRemove={setMemberToRemove}
            />
          )}
        </QueryView>
      </Card>
      <RoleCards />
      <ConfirmDialog
        open={memberToRemove !== null}
        title={t('members.remove.title', { email: memberToRemove ?? '' })}
        body={t('members.remove.body')}
        action={t('members.remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => memberToRemove !== null && confirm(memberToRemove)}
        onClose={() => setMemberToRemove(null)}
      />
    </>
  );
};
