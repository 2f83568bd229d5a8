import { stats } from '@hufu/contract/audit/stats'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { today, wholeDays } from '../../../platform/dates.ts'
import { language } from '../../../platform/language.ts'
import { useMayOpen } from '../../../ui/permitted.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { text } from './text.ts'

type Tile = keyof typeof text.tiles

function targets(): Readonly<Record<Tile, string>> {
  const [beginTime, endTime] = wholeDays(today(), today())
  const log = (result: string) => `/audit/loginLog?${new URLSearchParams({ beginTime, endTime, result }).toString()}`
  return {
    userCount: '/organiz/index',
    orgCount: '/organiz/org-list',
    appCount: '/app/list',
    todayLogin: log('1'),
    todayFail: log('0'),
    onlineCount: '/audit/getPage',
    locked: '/system/incorrectLoginIndex',
  }
}

/** How things stand now. */
export function FigureTiles() {
  const overview = useCall(stats.overview)
  const locked = useCall(stats.lockedUser)
  const mayOpen = useMayOpen()
  const error = overview.error ?? locked.error
  if (error) return <Failure error={error} onRetry={() => void Promise.all([overview.refetch(), locked.refetch()])} />
  if (!overview.data || !locked.data) return <Skeleton lines={3} />
  const counts: Readonly<Record<Tile, number>> = { ...overview.data, locked: locked.data.count }
  const to = targets()
  return (
    <section className="figures" aria-label={text.figures}>
      {(Object.keys(text.tiles) as Tile[]).map(tile => {
        const path = to[tile]
        return <Figure key={tile} tile={tile} count={counts[tile]} path={mayOpen(path.split('?', 1)[0]!) ? path : undefined} />
      })}
    </section>
  )
}

function Figure({ tile, count, path }: { tile: Tile; count: number; path: string | undefined }) {
  const { name, unit } = text.tiles[tile]
  const shown = count.toLocaleString(language)
  const inside = (
    <>
      <span className="figure-name">{name}</span>{' '}
      <span className="figure-count">
        {shown}
        <small> {unit}</small>
      </span>
    </>
  )
  if (path === undefined || count === 0) return <div className="figure">{inside}</div>
  return (
    <Link className="figure figure-link" to={path}>
      {inside}
    </Link>
  )
}
