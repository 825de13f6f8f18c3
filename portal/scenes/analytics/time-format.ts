/** On the axis of a chart by hour of several days, the day alone. */
export const axisFormat = (step: 'hour' | 'day', days: number): Intl.DateTimeFormatOptions =>
  step === 'hour' && days > 1 ? { day: 'numeric', month: 'short' } : timeFormat(step, days);

/** A day by hour shows hours; longer by hour, the day and the hour; by day, the day (in UTC, as it is counted). */
export const timeFormat = (step: 'hour' | 'day', days: number): Intl.DateTimeFormatOptions => {
  if (step === 'day') return { day: 'numeric', month: 'short', timeZone: 'UTC' };
  return days > 1
    ? { day: 'numeric', month: 'short', hour: '2-digit' }
    : { hour: '2-digit', minute: '2-digit' };
};
