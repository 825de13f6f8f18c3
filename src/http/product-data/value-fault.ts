import { Fault } from '../../errors.ts';

/** A value of an item that is refused, with what is allowed instead. */
export const valueFault = (name: string, problem: string, nextStep: string): Fault =>
  new Fault('bad-input', `${name.slice(0, 100)}: ${problem}.`, nextStep === '' ? {} : { nextStep });
