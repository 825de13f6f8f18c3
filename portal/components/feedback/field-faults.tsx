import { createContext, type ReactNode, use } from 'react';
import { ApiError, type FieldFaultAnswer } from '../../api/api-error.ts';
import { useText } from '../../texts/text-context.tsx';
import { fieldFaultText } from './fault-text.ts';

const FieldFaults = createContext<readonly FieldFaultAnswer[]>([]);

/** The fields inside show what is wrong with them. `error` is the refusal of the value that is shown now, else null. */
export const FieldFaultsProvider = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <FieldFaults value={error instanceof ApiError ? error.fieldFaults : []}>{children}</FieldFaults>
);

/** What is wrong with a setting or with a part of it; undefined: nothing. `path` is as in the API, without `$.`. */
export const useFieldFault = (path: string | undefined): string | undefined => {
  const { t, translateFault } = useText();
  const faults = use(FieldFaults);
  if (path === undefined) return undefined;
  const isOfField = ({ path: full }: FieldFaultAnswer): boolean => {
    const own = full.replace(/^\$\.?/, '');
    return own === path || own.startsWith(`${path}.`) || own.startsWith(`${path}[`);
  };
  const fault = faults.find(isOfField);
  return fault && fieldFaultText(t, translateFault, fault);
};

/** For controls that are no `Field`. */
export const FieldFault = ({ path }: { path: string }) => {
  const said = useFieldFault(path);
  return said === undefined ? null : <p className="order-last basis-full text-sm text-danger">{said}</p>;
};
