import { type ReactNode, useId } from 'react';
import { useFieldFault } from '../feedback/field-faults.tsx';
import { useText } from '../../texts/text-context.tsx';

export type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
};

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The path of the setting in the API, so that a refusal is shown here. */
  path?: string | undefined;
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error, linked for screen readers. */
export const Field = ({ label, hint, error: own, path, optional, children }: FieldProps) => {
  const { t } = useText();
  const refused = useFieldFault(path);
  const error = own ?? refused;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> ({t('common.optional')})</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
};
