/** When a visit ends, in hours and minutes: it is within the hour. */
export const visitEnd = (language: string, until: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(until));
