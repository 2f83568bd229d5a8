import { devops, type DevopsOverview } from '@hufu/contract/operations/devops'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Page } from '../../../ui/page.tsx'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { sizeText } from '../file/size-text.ts'
import { useMayGo } from '../welcome/use-may-go.ts'
import { text } from './text.ts'
import '../welcome/welcome.css'
import './devops.css'

type Name = keyof typeof text.tiles
interface Tile {
  name: Name
  value: string
  /** Where it is mended or read on. */
  to?: string
}

const tilesOf = (found: DevopsOverview): Tile[] => [
  { name: 'taskRunning', value: String(found.taskRunning) },
  { name: 'taskWaiting', value: String(found.taskWaiting) },
  { name: 'taskFailed', value: String(found.taskFailed) },
  { name: 'jobRunning', value: String(found.jobRunning), to: '/devops/quartz' },
  { name: 'closedApi', value: String(found.closedApi), to: '/devops/api-manage?status=0' },
  { name: 'unusedFile', value: String(found.unusedFile), to: '/devops/file?used=false' },
  { name: 'dbSize', value: sizeText(found.dbSize), to: '/devops/data-clean' },
  ...(found.diskFree === null ? [] : [{ name: 'diskFree' as const, value: sizeText(found.diskFree), to: '/devops/file' }]),
  { name: 'version', value: `v${found.version}` },
  { name: 'startTime', value: found.startTime },
  { name: 'nodeVersion', value: `Node ${found.nodeVersion}` },
  { name: 'migration', value: found.migration },
]

/** How the system is, at a glance. */
export default function DevopsPage() {
  const found = useCall(devops.overview)
  const mayGo = useMayGo()
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <Button loading={found.isFetching} onClick={() => void found.refetch()}>
          {text.refresh}
        </Button>
      }
    >
      {found.isError && !found.data && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton lines={4} />}
      {found.data && (
        <section className="tiles devops-tiles" aria-label={text.overview}>
          {tilesOf(found.data).map(tile => (
            <OneTile key={tile.name} tile={tile} mayGo={mayGo} />
          ))}
        </section>
      )}
    </Page>
  )
}

function OneTile({ tile: { name, value, to }, mayGo }: { tile: Tile; mayGo: (path: string) => boolean }) {
  const inside = (
    <>
      <span className="tile-name">{text.tiles[name]}</span>
      <span className="tile-count devops-value">{value}</span>
    </>
  )
  if (to === undefined || !mayGo(to.split('?', 1)[0]!)) return <div className="tile">{inside}</div>
  return (
    <Link className="tile tile-link" to={to} aria-label={text.open(text.tiles[name], value)}>
      {inside}
    </Link>
  )
}
