import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DoorOpen } from 'lucide-react';
import { useEffect } from 'react';
import { visitEnd } from '../components/visits/visit-end.ts';
import { Button } from '../components/buttons/button.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { whenDone } from '../data/resource.ts';
import { sessionQuery, useSession } from '../data/session.ts';
import { useVisit } from '../data/websites.ts';
import { useText } from '../texts/text-context.tsx';

/** Asks for the session again when the visit is over: the page of the shop closes then. */
const useEndOfVisit = (until: string | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (until === undefined) return undefined;
    const left = Math.max(0, new Date(until).getTime() - Date.now());
    const timer = setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['websites'] });
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }, left);
    return () => clearTimeout(timer);
  }, [client, until]);
};

/** On every page of a shop that an administrator has entered. */
export const VisitBanner = ({ website }: { website: string }) => {
  const { t, language } = useText();
  const navigate = useNavigate();
  const { leave } = useVisit(website);
  const { data } = useSession();
  const shop = data?.websites.find(({ name }) => name === website);
  useEndOfVisit(shop?.enteredUntil);
  if (shop?.enteredUntil === undefined) return null;
  const goOut = (): void => whenDone(leave.mutateAsync(), () => void navigate({ to: '/' }));
  return (
    <div className="mb-6 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="flex min-w-0 flex-1 basis-48 items-start gap-3">
          <DoorOpen className="mt-1 size-4 shrink-0" aria-hidden />
          <span className="text-pretty">
            {t('visit.inside', { time: visitEnd(language, shop.enteredUntil) })}
          </span>
        </p>
        <Button size="small" busy={leave.isPending} onClick={goOut}>
          {t('visit.leave')}
        </Button>
      </div>
      <FormError error={leave.error} />
    </div>
  );
};
