import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { welcome } from '@hufu/contract/operations/welcome'
import { separation } from '@hufu/contract/permission/separation'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import type { HomeFile } from '@hufu/contract/operations/notice'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { Figures } from '../../../ui/figures.tsx'
import { useMay, usePermissions } from '../../../ui/permitted.ts'
import { Loaded, Missing, Skeleton } from '../../../ui/states.tsx'
import { useHomeFiles } from '../../../pickers/home-files.ts'
import { SeparationNotice } from '../../permission/index.ts'
import { loadLastRuns } from '../../provisioning/index.ts'
import { Todos } from './todos.tsx'
import { Hours } from './hours.tsx'
import { Stations } from './stations.tsx'
import { text } from './text.ts'
import { partOfDay, tilesOf } from './tiles.ts'
import { useMayGo } from './use-may-go.ts'
import { addressOf } from '../../../platform/client.ts'
import './welcome.css'

const Diagnosis = lazyComponent<{ isInline: true; of?: { trace: string } }>(
  () => import('../../../pickers/diagnosis/diagnosis-drawer.tsx'),
  () => <Skeleton lines={3} />,
)
const LastRuns = lazyComponent(loadLastRuns, () => <Skeleton lines={3} />)
const RestoreRequests = lazyComponent(() => import('../data-history/restore-requests.tsx'))
/** Each of the three segregated roles has one of these pages; users without them make no request. */
const SEGREGATED_ROLE_PAGES = ['/system/incorrectLoginIndex', '/system/manage', '/audit/operation']

export default function WelcomePage() {
  const overview = useCall(welcome.overview)
  const mayGo = useMayGo()
  const permissions = usePermissions()
  const files = useHomeFiles()
  const today = useCall(welcome.today)
  const runs = today.data?.runs ?? []
  const may = useMay()
  const trace = useSearchParams()[0].get('trace') ?? ''
  const mayHoldSegregatedRole = SEGREGATED_ROLE_PAGES.some(page => permissions.menus.has(page))
  return (
    <div className="page welcome">
      <Greeting />
      {mayHoldSegregatedRole && <SeparationNotice />}
      {mayHoldSegregatedRole && <Requests />}
      <Loaded of={overview} lines={3}>
        {of => <Overview of={tilesOf(of, mayGo)} />}
      </Loaded>
      <div className="today">
        <div className="today-main">
          {!today.data && <Missing of={today} lines={4} />}
          {today.data && <Todos of={today.data.duties} />}
          {today.data?.stations && <Stations of={today.data.stations} />}
          {runs.length > 0 && <LastRuns of={runs} />}
        </div>
        {(may(diagnosis.explain) || today.data?.hours) && (
          <div className="today-side">
            {may(diagnosis.explain) && <AccessCheckLink trace={trace} />}
            {today.data?.hours && <Hours of={today.data.hours} />}
          </div>
        )}
      </div>
      {files.length > 0 && <FileList files={files} />}
    </div>
  )
}

const Overview = ({ of: tiles }: { of: ReturnType<typeof tilesOf> }) =>
  tiles.length > 0 && (
    <Figures label={text.overview} of={tiles.map(({ counter, count, path }) => ({ ...text.tiles[counter], value: count, to: path }))} />
  )

/** Requests of the audit administrator that the security administrator may confirm here. */
function Requests() {
  const { data } = useCall(separation.state)
  return data?.isOn && data.mine === 'security' ? <RestoreRequests /> : null
}

/** Diagnoses whether a user can sign in; a link may have passed an attempt's trace number. */
function AccessCheckLink({ trace }: { trace: string }) {
  return (
    <section className="card can-enter">
      <h2 className="card-title">{text.canEnter}</h2>
      <Diagnosis key={trace} isInline {...(trace !== '' && { of: { trace } })} />
    </section>
  )
}

function Greeting() {
  const name = useSession(person => person.name || person.username)
  const [now] = useState(() => new Date())
  return (
    <header className="greeting">
      <h1>{text.greeting(text.parts[partOfDay(now.getHours())], name)}</h1>
      <p>{text.date(now)}</p>
    </header>
  )
}

function FileList({ files }: { files: readonly HomeFile[] }) {
  return (
    <section className="card">
      <h2 className="card-title">{text.documents}</h2>
      <ul className="file-list">
        {files.map(({ id, fileId, title }) => (
          <li key={id}>
            <a href={addressOf(file.download, { fileId })} download aria-label={text.download(title)}>
              <FileTextOutlined aria-hidden />
              <span>{title}</span>
              <DownloadOutlined aria-hidden className="file-fetch" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
