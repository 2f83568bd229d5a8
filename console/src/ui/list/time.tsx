import { ago } from '../../platform/dates.ts'

/** A point in time as it is stored; how long ago that was is told to whoever points at it. */
export const Time = ({ at }: { at: string | null }) => at && <time title={ago(at)}>{at}</time>
