import { stats } from '@hufu/contract/audit/stats'
import { useCall } from '../../../platform/calls.ts'
import { today, wholeDays } from '../../../platform/dates.ts'
import { Figures } from '../../../ui/figures.tsx'
import { useMayOpen } from '../../../ui/permitted.ts'
import { Loaded, together } from '../../../ui/states.tsx'
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
  return (
    <Loaded of={together({ overview, locked })} lines={3}>
      {found => <Tiles of={{ ...found.overview, locked: found.locked.count }} />}
    </Loaded>
  )
}

function Tiles({ of: counts }: { of: Readonly<Record<Tile, number>> }) {
  const mayOpen = useMayOpen()
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
