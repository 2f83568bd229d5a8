/** Monotonic milliseconds from an arbitrary start: for measuring how old something is, not for telling the time. */
export type Clock = () => number

export const processClock: Clock = () => performance.now()
