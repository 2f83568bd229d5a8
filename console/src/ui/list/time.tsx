import { ago } from '../../platform/dates.ts'

/** A point in time as it is stored; how long ago that was is told to whoever points at it. */
export const Time = ({ at }: { at: string | null }) => at && <time title={ago(at)}>{at}</time>

/** How long ago it was, where news matter more than the record; the exact time is told to whoever points at it. */
export const Ago = ({ at }: { at: string }) => <time title={at}>{ago(at)}</time>

const WEEK_MS = 7 * 86_400_000
const MINUTE_LENGTH = 'YYYY-MM-DD HH:mm'.length
const isNews = (at: string) => {
  const past = Date.now() - Date.parse(`${at.replace(' ', 'T')}+08:00`)
  return past >= 0 && past < WEEK_MS
}

/** What happened, in a list of such: within a week how long ago, before that when; the exact time is told to whoever points at it. */
export const Happened = ({ at }: { at: string | null }) => at && <time title={at}>{isNews(at) ? ago(at) : at.slice(0, MINUTE_LENGTH)}</time>
