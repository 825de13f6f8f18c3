/** The result of one check. `warn`: it works, but needs attention. */
export type Finding = {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly nextStep?: string;
};

const finding =
  (result: 'warn' | 'fail') =>
  (check: string, detail: string, nextStep: string): Finding => ({ check, result, detail, nextStep });

export const ok = (check: string, detail: string): Finding => ({ check, result: 'ok', detail });
export const warn = finding('warn');
export const fail = finding('fail');
