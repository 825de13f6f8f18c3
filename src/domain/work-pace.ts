/** How long work that nobody waits for goes on at a stretch, and how long it then lets others work. Milliseconds. */
export type WorkPace = { readonly workMs: number; readonly pauseMs: number };

/** Nobody asked for so long: probably nobody will in the next few milliseconds. */
const quietMs = 50;

/** Beside requests it takes a fifth of the time, and delays a request by a millisecond at most. */
const besideRequests: WorkPace = { workMs: 1, pauseMs: 4 };
const alone: WorkPace = { workMs: 3, pauseMs: 1 };

/** The pace of work that prepares answers, when the last request came so long ago. */
export const choosePace = (sinceRequestMs: number): WorkPace =>
  sinceRequestMs < quietMs ? besideRequests : alone;
