/** The result of one check. `warn`: it works, but needs attention. */
export type Finding = {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly nextStep?: string;
};

export const ok = (check: string, detail: string): Finding => ({ check, result: 'ok', detail });

export const warn = (check: string, detail: string, nextStep: string): Finding => ({
  check,
  result: 'warn',
  detail,
  nextStep,
});

export const fail = (check: string, detail: string, nextStep: string): Finding => ({
  check,
  result: 'fail',
  detail,
  nextStep,
});
