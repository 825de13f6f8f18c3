import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseBody } from '../../api/types.ts';
import { EnterDialog } from '../../components/visits/enter-dialog.tsx';
import { roleTexts } from '../../components/account/role-texts.ts';
import { visitEnd } from '../../components/visits/visit-end.ts';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useWebsites } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';
import { DeleteDialog } from '../settings/delete-shop.tsx';

type Shop = ResponseBody<'listWebsites'>[number];

const Access = ({ shop: { role, enteredUntil } }: { shop: Shop }) => {
  const { t, language } = useText();
  if (enteredUntil !== undefined)
    return (
      <Badge tone="warning">{t('system.access.entered', { time: visitEnd(language, enteredUntil) })}</Badge>
    );
  return <span className="text-muted">{role === null ? '–' : t(roleTexts[role])}</span>;
};

type ActionsProps = { shop: Shop; onEnter: () => void; onDelete: () => void };

const Actions = ({ shop: { name, displayName, role }, onEnter, onDelete }: ActionsProps) => {
  const { t } = useText();
  return (
    <span className="flex justify-end gap-2">
      {role === null ? (
        <Button size="small" aria-label={`${t('visit.enter')}: ${displayName}`} onClick={onEnter}>
          {t('visit.enter')}
        </Button>
      ) : (
        <Link
          to="/$website"
          params={{ website: name }}
          aria-label={`${t('system.shops.open')}: ${displayName}`}
          className={buttonClass('secondary', 'small')}
        >
          {t('system.shops.open')}
        </Link>
      )}
      <Button
        size="small"
        variant="danger"
        aria-label={`${t('common.delete')}: ${displayName}`}
        onClick={onDelete}
      >
        {t('common.delete')}
      </Button>
    </span>
  );
};

/** All shops of the installation, for administrators. `heading` where the page has no other for them. */
export const ShopList = ({ heading = false }: { heading?: boolean }) => {
  const { t } = useText();
  const navigate = useNavigate();
  const query = useWebsites();
  const [entering, setEntering] = useState<Shop | null>(null);
  const [deleting, setDeleting] = useState<Shop | null>(null);
  return (
    <Card {...(heading && { title: t('system.shops') })} flush>
      <QueryView query={query} rows={2}>
        {(shops) => (
          <Table
            label={t('system.shops')}
            rows={shops}
            rowKey={({ name }) => name}
            columns={[
              {
                title: t('system.column.shop'),
                cell: ({ displayName, name }) => (
                  <>
                    <span className="block font-medium">{displayName}</span>
                    <span className="text-sm text-muted">{name}</span>
                  </>
                ),
              },
              {
                title: t('members.role'),
                wideOnly: true,
                cell: (shop) => <Access shop={shop} />,
              },
              {
                title: t('visit.enter'),
                titleHidden: true,
                cell: (shop) => (
                  <Actions shop={shop} onEnter={() => setEntering(shop)} onDelete={() => setDeleting(shop)} />
                ),
              },
            ]}
          />
        )}
      </QueryView>
      {entering && (
        <EnterDialog
          website={entering.name}
          displayName={entering.displayName}
          onEntered={() => void navigate({ to: '/$website', params: { website: entering.name } })}
          onClose={() => setEntering(null)}
        />
      )}
      {deleting && (
        <DeleteDialog
          website={deleting.name}
          displayName={deleting.displayName}
          showsContents={deleting.role !== null}
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Card>
  );
};
