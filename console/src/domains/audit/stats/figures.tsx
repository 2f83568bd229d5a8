import { stats } from '@hufu/contract/audit/stats'
import { useCall } from '../../../platform/calls.ts'
import { today, wholeDays } from '../../../platform/dates.ts'
import { Figures } from '../../../ui/figures.tsx'
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

/** The present numbers. */
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
    <Figures
      label={text.figures}
      of={(Object.keys(text.tiles) as Tile[]).map(tile => {
        const path = to[tile]
        const leads = counts[tile] > 0 && mayOpen(path.split('?', 1)[0]!)
        return { ...text.tiles[tile], value: counts[tile], to: leads ? path : undefined }
      })}
    />
  )
}
