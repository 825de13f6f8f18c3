import { Link, useNavigate } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState, LoadingState } from '../../components/feedback/states.tsx';
import { useSession } from '../../data/session.ts';
import { useCreateWebsite, useWebsites } from '../../data/websites.ts';
import { CatalogueLanguage } from '../../components/forms/catalogue-language.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { Step } from './first-steps.tsx';
import { ShopList } from '../system/shop-list.tsx';
import { toShortName } from '../../components/forms/short-name.ts';

const CreateWebsite = () => {
  const { t, language: own } = useText();
  const navigate = useNavigate();
  const create = useCreateWebsite();
  const [displayName, setDisplayName] = useState('');
  const [typedName, setTypedName] = useState<string | null>(null);
  const name = typedName ?? toShortName(displayName);
  const [language, setLanguage] = useState<string>(own);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The list of shops takes the place of this form as soon as there is one: callbacks of `mutate` would end with it.
    void create.mutateAsync({ name, displayName, language }).then(
      () => navigate({ to: '/$website', params: { website: name } }),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField label={t('welcome.displayName')} required value={displayName} onChange={setDisplayName} />
      <TextField
        label={t('welcome.name')}
        hint={t('welcome.nameHint')}
        required
        pattern="[a-z0-9][a-z0-9\-]*"
        value={name}
        onChange={setTypedName}
      />
      <CatalogueLanguage value={language} onChange={setLanguage} />
      <FormError error={create.error} />
      <div>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('welcome.button')}
        </Button>
      </div>
    </form>
  );
};

const steps = ['data', 'box', 'call'] as const;

/** What there is to do in a shop that was just made. */
const NextSteps = () => {
  const { t } = useText();
  return (
    <Card title={t('welcome.next')} description={t('overview.start.lead')}>
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            title={t(`overview.step.${step}`)}
            body={t(`overview.step.${step}.body`)}
          />
        ))}
      </ol>
    </Card>
  );
};

/** The first page of an administrator who can open no shop: all shops, and the way to a new one. */
export const HomeScene = () => {
  const { t } = useText();
  const { data } = useSession();
  const isAdministrator = data?.operator.administrator ?? false;
  const { data: shops, isPending } = useWebsites(isAdministrator);
  if (isAdministrator && isPending) return <LoadingState />;
  if (shops === undefined || shops.length === 0) return <WelcomeScene />;
  return (
    <>
      <PageHeader
        title={t('system.shops')}
        actions={
          <Link to="/new-shop" className={buttonClass('primary')}>
            {t('shop.new')}
          </Link>
        }
      />
      <ShopList />
    </>
  );
};

/** The first shop, or one more: of an administrator. Everybody else has to be invited. */
export const WelcomeScene = () => {
  const { t } = useText();
  const { data } = useSession();
  const { data: shops = [] } = useWebsites(data?.operator.administrator ?? false);
  if (data && !data.operator.administrator) {
    const hasShop = data.websites.length > 0;
    return (
      <EmptyState
        heading="h1"
        icon={Users}
        title={t(hasShop ? 'welcome.adminTitle' : 'welcome.noneTitle')}
        body={t(hasShop ? 'welcome.adminBody' : 'welcome.noneBody', { email: data.operator.email })}
        action={
          hasShop && (
            <Link to="/" className={buttonClass('primary')}>
              {t('error.notFound.action')}
            </Link>
          )
        }
      />
    );
  }
  return (
    <>
      <PageHeader title={shops.length > 0 ? t('shop.new') : t('welcome.title')} lead={t('welcome.lead')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          <CreateWebsite />
        </Card>
        <NextSteps />
      </div>
    </>
  );
};
