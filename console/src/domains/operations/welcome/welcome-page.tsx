import { user } from '@hufu/contract/directory/user'
import { welcome } from '@hufu/contract/operations/welcome'
import { separation } from '@hufu/contract/permission/separation'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { useMay, usePermissions } from '../../../ui/permitted.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { useHomeFiles } from '../../../pickers/home-files.ts'
import { SeparationNotice } from '../../permission/index.ts'
import { FileList } from './file-list.tsx'
import { QuickEntries } from './quick-entries.tsx'
import { SetUp } from './set-up.tsx'
import { text } from './text.ts'
import { isNew, partOfDay, type Tile, tilesOf } from './tiles.ts'
import { useMayGo } from './use-may-go.ts'
import './welcome.css'

const RestoreRequests = lazyComponent(() => import('../data-history/restore-requests.tsx'))
/** Each of the three of a separation of segregated roles holds one of these; most others hold none, and are not asked for. */
const SEGREGATED_ROLE_PAGES = ['/system/incorrectLoginIndex', '/system/manage', '/audit/operation']
/** As it is shown, never stored (D-41). */
const LOCKED = 2

export default function WelcomePage() {
  const overview = useCall(welcome.overview)
  const mayGo = useMayGo()
  const permissions = usePermissions()
  const files = useHomeFiles()
  const locked = useLocked()
  const mayHoldSegregatedRole = SEGREGATED_ROLE_PAGES.some(page => permissions.menus.has(page))
  const tiles = overview.data && [...locked, ...tilesOf(overview.data, mayGo)]
  return (
    <div className="page welcome">
      <Greeting />
      {mayHoldSegregatedRole && <SeparationNotice />}
      {mayHoldSegregatedRole && <Requests />}
      {overview.isError && !overview.data && <Failure error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.isPending && <Skeleton lines={3} />}
      {tiles && tiles.length > 0 && (
        <section className="tiles" aria-label={text.overview}>
          {tiles.map(tile => (
            <OneTile key={tile.counter} tile={tile} />
          ))}
        </section>
      )}
      {overview.data && isNew(overview.data) && <SetUp />}
      <div className="welcome-columns">
        <QuickEntries />
        {files.length > 0 && <FileList files={files} />}
      </div>
    </div>
  )
}

/** While segregated roles are separated the security administrator confirms here what the audit administrator asks for. */
function Requests() {
  const { data } = useCall(separation.state)
  return data?.isOn && data.mine === 'security' ? <RestoreRequests /> : null
}

/** Who cannot come in just now; nothing to see where nobody is. */
function useLocked(): Tile[] {
  const found = useCall(user.page, { query: { status: LOCKED, size: 1 }, enabled: useMay()(user.page) })
  const count = found.data?.total ?? 0
  return count > 0 ? [{ counter: 'locked', count, path: `/organiz/index?hasIncludeChild=true&status=${LOCKED}` }] : []
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

function OneTile({ tile: { counter, count, path } }: { tile: Tile }) {
  const { name, unit } = text.tiles[counter]
  const number = count.toLocaleString('zh-CN')
  const inside = (
    <>
      <span className="tile-name">{name}</span>
      <span className="tile-count">
        {number}
        <small>{unit}</small>
      </span>
    </>
  )
  if (path === undefined) return <div className="tile">{inside}</div>
  return (
    <Link className="tile tile-link" to={path} aria-label={text.open(name, number, unit)}>
      {inside}
    </Link>
  )
}
