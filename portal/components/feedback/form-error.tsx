import { useFaultText } from './fault-text.ts';

/** The error of a form as a whole. */
export const FormError = ({ error }: { error: unknown }) => {
  const describeFault = useFaultText();
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere text-danger">
      {describeFault(error)}
    </p>
  );
};
