import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../components/buttons/button.tsx';
import { EmptyState } from '../components/feedback/states.tsx';
import { useText } from '../texts/text-context.tsx';

export const NotFound = () => {
  const { t } = useText();
  return (
    <EmptyState
      heading="h1"
      icon={Compass}
      title={t('error.notFound.title')}
      body={t('error.notFound.body')}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t('error.notFound.action')}
        </Link>
      }
    />
  );
};
