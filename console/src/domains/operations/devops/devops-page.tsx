import { devops, type DevopsNode, type DevopsOverview } from '@hufu/contract/operations/devops'
import { Button } from 'antd'
import { Link, Navigate } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { Page } from '../../../ui/page.tsx'
import { useMay, usePermissions } from '../../../ui/permitted.ts'
import { Loaded } from '../../../ui/states.tsx'
import { sizeText } from '../file/size-text.ts'
import { useMayGo } from '../welcome/use-may-go.ts'
import { text } from './text.ts'
import './devops.css'

type Name = keyof typeof text.tiles
interface Tile {
  name: Name
  value: string
  /** A link to where it can be fixed or read in detail. */
  to?: string
  note?: string | undefined
}

const overdueNote = (due: string | null) => (due === null ? undefined : text.late(due))

const tilesOf = (found: DevopsOverview): Tile[] => [
  { name: 'taskRunning', value: String(found.taskRunning) },
  { name: 'taskWaiting', value: String(found.taskWaiting) },
  { name: 'taskFailed', value: String(found.taskFailed) },
  { name: 'jobRunning', value: String(found.jobRunning), to: '/devops/quartz' },
  { name: 'jobFailed', value: String(found.jobFailed), to: '/devops/quartz' },
  { name: 'messageWaiting', value: String(found.messageWaiting), to: '/audit/sms', note: overdueNote(found.messageDue) },
  { name: 'pushWaiting', value: String(found.pushWaiting), to: '/sync/syncLog', note: overdueNote(found.pushDue) },
  { name: 'pushHeld', value: String(found.pushHeld), to: '/sync/syncLog' },
  { name: 'closedApi', value: String(found.closedApi), to: '/devops/api-manage?status=0' },
  { name: 'unusedFile', value: String(found.unusedFile), to: '/devops/file?used=false' },
  { name: 'dbSize', value: sizeText(found.dbSize), to: '/devops/data-clean' },
  ...(found.diskFree === null ? [] : [{ name: 'diskFree' as const, value: sizeText(found.diskFree), to: '/devops/file' }]),
]

/** The state of the system; users who have only pages below are redirected to the first of them. */
export default function DevopsPage() {
  const below = usePermissions().menus
  const may = useMay()
  const first = [...below.keys()].find(path => path.startsWith('/devops/'))
  if (!may(devops.overview) && first !== undefined) return <Navigate to={first} replace />
  return <Overview />
}

function Overview() {
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
      <Loaded of={found} lines={4}>
        {data => (
          <>
            <Figures
              label={text.overview}
              of={tilesOf(data).map(({ name, to, ...tile }) => ({
                ...tile,
                name: text.tiles[name],
                to: to !== undefined && mayGo(to.split('?', 1)[0]!) ? to : undefined,
              }))}
            />
            <Program of={data} />
            <Nodes of={data.nodes} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The running version, and how long the trusted certificate lasts. */
function Program({ of: { version, nodeVersion, migration, certificateDays } }: { of: DevopsOverview }) {
  const mayGo = useMayGo()
  const days = certificateDays === null ? text.noAuthority : text.days(certificateDays)
  const shown = mayGo('/system/securityConfig') ? <Link to="/system/securityConfig">{days}</Link> : days
  return (
    <section className="devops-card">
      <Descriptions
        of={[
          [text.tiles.certificateDays, shown],
          [text.tiles.version, `v${version}`],
          [text.tiles.nodeVersion, `Node ${nodeVersion}`],
          [text.tiles.migration, migration],
        ]}
      />
    </section>
  )
}

function Nodes({ of }: { of: readonly DevopsNode[] }) {
  const words = text.nodes
  return (
    <section className="devops-card devops-nodes" aria-labelledby="devops-nodes">
      <h2 id="devops-nodes">{words.title(of.length)}</h2>
      <table>
        <thead>
          <tr>
            {[words.host, words.version, words.startTime, words.beatTime].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map(({ host, version, startTime, beatTime }) => (
            <tr key={`${host} ${startTime}`}>
              <th scope="row">{host}</th>
              <td>{`v${version}`}</td>
              <td>{startTime}</td>
              <td>{beatTime}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
