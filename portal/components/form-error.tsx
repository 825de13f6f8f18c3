import { nextStepOf, textOfError } from '../api/api-error.ts';
import { useText } from '../texts/text-context.tsx';

/** What the service said about a form as a whole. */
export function FormError({ error }: { error: unknown }) {
  const { t } = useText();
  if (!error) return null;
  const nextStep = nextStepOf(error);
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere text-danger">
      {textOfError(error) ?? t('error.offline')} {nextStep}
    </p>
  );
}
