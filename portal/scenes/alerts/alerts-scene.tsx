import { BellRing, CircleX, Hourglass, MailX, SearchX, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { whenDone } from '../../data/resource.ts';
import { useAlerts, useChangeAlerts } from '../../data/alerts.ts';
import { useSession } from '../../data/session.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { Deliveries } from './deliveries.tsx';

type AddressProps = {
  website: string;
  url: string | null;
  email: string | null;
  canMail: boolean;
  /** The end of the secret. */
  masked: string | null;
  /** The whole secret, after it was made on this page. */
  secret: string | null;
  onSaved: (secret: string | null) => void;
};

const Secret = ({ masked, secret }: Pick<AddressProps, 'masked' | 'secret'>) => {
  const { t } = useText();
  return secret === null ? (
    <p className="text-sm text-muted">{t('alerts.secretKept', { end: masked ?? '' })}</p>
  ) : (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {t('alerts.secret')}
      </p>
      <CopyField label={t('alerts.secret')} value={secret} />
      <p className="mt-1 text-sm text-muted">{t('alerts.secretHint')}</p>
    </div>
  );
};

const Address = ({ website, url, email, canMail, masked, secret, onSaved }: AddressProps) => {
  const { t } = useText();
  const toast = useToast();
  const [address, setAddress] = useState(url ?? '');
  const [mail, setMail] = useState(email ?? '');
  const { save, test } = useChangeAlerts(website);
  const { data } = useSession();
  const isChanged = address.trim() !== (url ?? '') || mail.trim() !== (email ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const hadNone = masked === null;
    // Not a callback of `mutate`: it is dropped when the new address puts a new form in the place of this one.
    whenDone(
      save
        .mutateAsync({ url: address.trim() || null, email: mail.trim() || null })
        .then((saved) => onSaved(hadNone ? saved.secret : null)),
      () => toast(t('common.saved')),
    );
  };
  const sendTest = (): void =>
    test.mutate(undefined, {
      onSuccess: ({ state, result }) =>
        state === 'delivered'
          ? toast(t('alerts.test.delivered', { result: result ?? '' }))
          : toast(t('alerts.test.failed', { result: result ?? '' }), 'danger'),
    });
  return (
    <Card title={t('alerts.where')}>
      <form onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        {canMail ? (
          <TextField
            label={t('alerts.email')}
            hint={t('alerts.emailHint')}
            type="email"
            maxLength={254}
            value={mail}
            onChange={setMail}
          />
        ) : (
          <p className="flex items-center gap-3 rounded-xl bg-sunken px-4 py-3 text-sm text-muted">
            <MailX className="size-5 shrink-0" aria-hidden />
            {data?.operator.administrator ? (
              <span>
                {t('alerts.setServer')}{' '}
                <a className="text-accent-ink underline" href="/docs/alerts">
                  {t('alerts.setServer.how')}
                </a>
              </span>
            ) : (
              t('alerts.noServer')
            )}
          </p>
        )}
        <TextField
          label={t('alerts.address')}
          hint={t('alerts.addressHint')}
          type="url"
          maxLength={2000}
          value={address}
          onChange={setAddress}
        />
        {masked !== null && <Secret masked={masked} secret={secret} />}
        <FormError error={save.error ?? test.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!isChanged} busy={save.isPending}>
            {t('common.save')}
          </Button>
          <Button
            icon={Send}
            busy={test.isPending}
            disabled={(url === null && email === null) || test.isPending}
            onClick={sendTest}
          >
            {t('alerts.test')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

const occasions = [
  { name: 'import-failed', icon: CircleX },
  { name: 'import-waiting', icon: Hourglass },
  { name: 'answers-empty', icon: SearchX },
] as const;

/** What somebody is told, and what to do then. */
const Occasions = () => {
  const { t } = useText();
  return (
    <Card title={t('alerts.occasions')}>
      <ul className="flex flex-col gap-5">
        {occasions.map(({ name, icon: Icon }) => (
          <li key={name} className="flex gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink">
              <Icon className="size-5" aria-hidden />
            </span>
            <div>
              <h3 className="font-medium">{t(`alerts.occasion.${name}`)}</h3>
              <p className="text-sm text-pretty text-muted">{t(`alerts.occasion.${name}.body`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export const AlertsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const isOwner = useHasRole('owner');
  const query = useAlerts(website, isOwner);
  const [made, setMade] = useState<string | null>(null);
  if (!isOwner)
    return (
      <EmptyState
        heading="h1"
        icon={BellRing}
        title={t('alerts.notAllowed.title')}
        body={t('alerts.notAllowed.body')}
      />
    );
  return (
    <>
      <PageHeader title={t('alerts.title')} lead={t('alerts.lead')} />
      <QueryView query={query}>
        {({ url, email, canMail, secret, deliveries }) => (
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <Address
              key={`${url} ${email}`}
              website={website}
              url={url}
              email={email}
              canMail={canMail}
              masked={secret}
              secret={made}
              onSaved={setMade}
            />
            <Occasions />
            <div className="min-w-0 xl:col-span-2">
              <Deliveries deliveries={deliveries} />
            </div>
          </div>
        )}
      </QueryView>
    </>
  );
};
