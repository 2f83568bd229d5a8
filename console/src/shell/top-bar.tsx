import { Link, useLocation } from 'react-router'
import { file } from '@hufu/contract/operations/file'
import { addressOf } from '../platform/client.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { useSession, useSystem } from '../platform/session.ts'
import { siteName } from '../platform/site-name.ts'
import { Mark } from '../platform/mark.tsx'
import { useHomeFiles } from '../pickers/home-files.ts'
import { PaletteDoor } from './palette-door.tsx'
import { TaskDoor } from './task-door.tsx'
import { text } from './text.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

const HOME = '/wel/index'
// Stands on one page, and there only where there are any.
const Documents = lazyComponent(() => import('./documents.tsx'))

export function TopBar() {
  const { pathname } = useLocation()
  const global = useSystem(value => value.globalConfig)
  const hasMenus = useSession(person => person.menus.length > 0)
  const hasFiles = useHomeFiles().length > 0
  const name = useSystem(siteName)
  return (
    <header className="top-bar">
      <Link className="top-brand" to="/" aria-label={text.brand(name)}>
        {global?.systemLogo ? (
          <img className="brand-logo" src={addressOf(file.downloadPublic, { fileId: global.systemLogo })} alt="" />
        ) : (
          <Mark size={26} />
        )}
        <span className="brand-name">{name}</span>
      </Link>
      <div className="top-acts">
        {hasMenus && <PaletteDoor />}
        {hasMenus && <TaskDoor />}
        {pathname === HOME && hasFiles && <Documents />}
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
