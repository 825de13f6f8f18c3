import { type Mutation, type Query, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError, hasStatus } from '../api/api-error.ts';
import { Button } from '../components/buttons/button.tsx';
import { Dialog } from '../components/layers/dialog.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { sessionQuery, useSession } from '../data/session.ts';
import { signInAddress } from '../sign-in/address.ts';
import { signIn } from '../sign-in/sign-in-api.ts';
import { useAction } from '../sign-in/use-action.ts';
import { CodeField, CurrentPasswordField } from '../components/account/sign-in-fields.tsx';
import { useText } from '../texts/text-context.tsx';

type CacheEvent = { readonly query: Query } | { readonly mutation?: Mutation | undefined };

/** Without a session the session query returns null; every other request gets 401. */
const isUnauthorized = (event: CacheEvent): boolean => {
  if (!('query' in event)) return hasStatus(event.mutation?.state.error, 401);
  const { queryKey, state } = event.query;
  return hasStatus(state.error, 401) || (queryKey[0] === sessionQuery.queryKey[0] && state.data === null);
};

/** Whether a request got 401 since the last sign-in. */
const useUnauthorized = (): [boolean, (refused: boolean) => void] => {
  const client = useQueryClient();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const listen = (event: CacheEvent & { readonly type: string }): void => {
      if (event.type === 'updated' && isUnauthorized(event)) setRefused(true);
    };
    const leave = [client.getQueryCache().subscribe(listen), client.getMutationCache().subscribe(listen)];
    return () => leave.forEach((each) => each());
  }, [client]);
  return [refused, setRefused];
};

type SignInAgainProps = { email: string; onDone: () => void; onClose: () => void };

const SignInAgain = ({ email, onDone, onClose }: SignInAgainProps) => {
  const { t } = useText();
  const form = useId();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, run } = useAction(async () => {
    await signIn({ email, password, ...(code === '' ? {} : { code }) });
    onDone();
  });
  const needsCode = error instanceof ApiError && error.needsCode;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(undefined);
  };
  const leave = (): void =>
    window.location.assign(signInAddress(window.location.pathname + window.location.search));
  return (
    <Dialog
      open
      title={t('session.ended')}
      description={t('session.endedBody', { email })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={leave}>{t('session.someoneElse')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t('signIn.button')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <CurrentPasswordField label={t('keys.password')} autoFocus value={password} onChange={setPassword} />
        {(needsCode || code !== '') && <CodeField autoFocus value={code} onChange={setCode} />}
        {!(needsCode && code === '') && <FormError error={error} />}
      </form>
    </Dialog>
  );
};

/**
 * When the session ends while the page is open, signing in again happens in a dialog, so that unsaved edits stay.
 * A redirect to the sign-in page was rejected because it loses the edit.
 */
export const SessionEnded = () => {
  const client = useQueryClient();
  const { data } = useSession();
  const [email, setEmail] = useState('');
  if (data && data.operator.email !== email) setEmail(data.operator.email);
  const [refused, setRefused] = useUnauthorized();
  const resume = (): void => {
    setRefused(false);
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ type: 'active' });
  };
  return refused ? <SignInAgain email={email} onDone={resume} onClose={() => setRefused(false)} /> : null;
};
