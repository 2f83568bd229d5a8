/** Milliseconds that have passed since some beginning: for how old something is, never for what time it is. */
export type Clock = () => number

export const processClock: Clock = () => performance.now()
