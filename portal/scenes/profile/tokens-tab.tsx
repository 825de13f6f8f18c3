import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { Field } from '../../components/forms/field.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { Input } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Table } from '../../components/display/table.tsx';
import { CurrentPasswordField } from '../../components/account/sign-in-fields.tsx';
import { useChangeTokens, useTokens } from '../../data/session.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';

export const TokensTab = () => {
  const { t, ago, date } = useText();
  const website = useWebsiteName();
  const query = useTokens();
  const { create, remove } = useChangeTokens();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(
      { name, password },
      {
        onSuccess: () => {
          setName('');
          setPassword('');
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-6">
      <Card title={t('tokens.new')} description={t('tokens.lead')}>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1">
            <Field label={t('tokens.name')}>
              {(control) => (
                <Input
                  {...control}
                  required
                  maxLength={100}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
          </div>
          <div className="min-w-48 flex-1">
            <CurrentPasswordField label={t('keys.password')} value={password} onChange={setPassword} />
          </div>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {t('tokens.create')}
          </Button>
        </form>
        <FormError error={create.error ?? remove.error} />
        {create.data && (
          <div role="status" className="mt-4 flex flex-col gap-2">
            <p>{t('tokens.created')}</p>
            <CopyField label={t('tokens.name')} value={create.data.token} />
          </div>
        )}
      </Card>
      <QueryView query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Card>
              <p className="mb-3 text-muted">{t('tokens.empty')}</p>
              <CodeBlock
                name={t('tokens.use')}
                code={`curl -H 'Authorization: Bearer TOKEN' ${window.location.origin}/admin/websites/${website}/campaigns`}
              />
            </Card>
          ) : (
            <Card flush>
              <Table
                label={t('profile.tab.tokens')}
                rows={tokens}
                rowKey={({ id }) => id}
                columns={[
                  {
                    title: t('tokens.name'),
                    cell: (token) => <span className="font-medium wrap-anywhere">{token.name}</span>,
                  },
                  {
                    title: t('tokens.made'),
                    wideOnly: true,
                    cell: ({ createdAt }) => <span className="text-muted">{date(createdAt)}</span>,
                  },
                  {
                    title: t('tokens.used'),
                    cell: ({ lastUsedAt }) => (
                      <span className="text-muted">
                        {lastUsedAt === null ? t('common.never') : ago(lastUsedAt)}
                      </span>
                    ),
                  },
                  {
                    title: t('common.delete'),
                    titleHidden: true,
                    numeric: true,
                    cell: ({ id }) => (
                      <Button size="small" variant="danger" onClick={() => remove.mutate(id)}>
                        {t('common.delete')}
                      </Button>
                    ),
                  },
                ]}
              />
            </Card>
          )
        }
      </QueryView>
    </div>
  );
};
