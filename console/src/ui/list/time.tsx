import { ago } from '../../platform/dates.ts'

/** A time as stored; the tooltip says how long ago. */
export const Time = ({ at }: { at: string | null }) => at && <time title={ago(at)}>{at}</time>

/** How long ago; the tooltip has the exact time. */
export const Ago = ({ at }: { at: string }) => <time title={at}>{ago(at)}</time>

const WEEK_MS = 7 * 86_400_000
const MINUTE_LENGTH = 'YYYY-MM-DD HH:mm'.length
const isRecent = (at: string) => {
  const past = Date.now() - Date.parse(`${at.replace(' ', 'T')}+08:00`)
  return past >= 0 && past < WEEK_MS
}

/** A past time in a list: within a week how long ago, earlier as a date; the tooltip has the exact time. */
export const EventTime = ({ at }: { at: string | null }) =>
  at && <time title={at}>{isRecent(at) ? ago(at) : at.slice(0, MINUTE_LENGTH)}</time>
