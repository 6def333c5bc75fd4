/** Clocks of several machines differ a little: what is further ahead of ours was stamped by one that was wrong. */
export const AHEAD_MILLISECONDS = 3_600_000
