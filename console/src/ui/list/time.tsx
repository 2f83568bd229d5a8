import { ago } from '../../platform/dates.ts'

/** A point in time as it is stored; how long ago that was is told to whoever points at it. */
export const Time = ({ at }: { at: string | null }) => at && <time title={ago(at)}>{at}</time>

/** How long ago it was, where news matter more than the record; the exact time is told to whoever points at it. */
export const Ago = ({ at }: { at: string }) => <time title={at}>{ago(at)}</time>
