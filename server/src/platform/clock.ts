/** Monotonic milliseconds from an arbitrary start: for measuring how old something is, not for telling the time. */
export type Clock = () => number

export const processClock: Clock = () => performance.now()

const ZONE = 8 * 3600_000

/** The form of times on the wire and in the database (D-09). */
export const wireTime = (time: Date): string => new Date(time.getTime() + ZONE).toISOString().slice(0, 19).replace('T', ' ')
export const fromWire = (time: string): Date => new Date(`${time.replace(' ', 'T')}+08:00`)
