/** How long work that nobody waits for goes on at a stretch, and how long it then lets others work. Milliseconds. */
export type WorkPace = { readonly workMs: number; readonly pauseMs: number };

/** Nobody asked for so long: probably nobody will in the next few milliseconds. */
const quietMs = 50;

/** Beside requests it takes a fifth of the time, and delays a request by little more than what an answer takes. */
const besideRequests: WorkPace = { workMs: 0.25, pauseMs: 1 };
const alone: WorkPace = { workMs: 3, pauseMs: 1 };

/** The pace of work that prepares answers, when the last request came so long ago. */
export const choosePace = (sinceRequestMs: number): WorkPace =>
  sinceRequestMs < quietMs ? besideRequests : alone;

/** What an event loop does in a pause when nothing happens. Milliseconds. */
const nothingMs = 0.2;

/** Whether requests were answered in a pause in which the event loop was active for so long: kept answers ask for nothing. */
export const hasRequests = (activeMs: number): boolean => activeMs > nothingMs;
