import { Link, useLocation } from 'react-router'
import { useEffect } from 'react'
import { file } from '@hufu/contract/operations/file'
import { addressOf } from '../platform/client.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { useSession, useSystem } from '../platform/session.ts'
import { siteName } from '../platform/site-name.ts'
import { Logo } from '../platform/logo.tsx'
import { useHomeFiles } from '../pickers/home-files.ts'
import { Crumbs } from './navigation/crumbs.tsx'
import { PaletteOpener } from './palette/palette-opener.tsx'
import { text } from './text.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'
import { restoreTasks, useBackgroundTasks } from '../ui/dialog/background-tasks.ts'

const HOME = '/wel/index'
const ReviewOpener = lazyComponent(() => import('../domains/governance/review/review-opener.tsx'))
const InboxOpener = lazyComponent(() => import('../domains/messages/inbox/inbox-opener.tsx'))
const HelpOpener = lazyComponent(() => import('./help/help-opener.tsx'))
// Loaded on the one page that shows it, if there are any.
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
          <Logo size={26} />
        )}
        <span className="brand-name">{name}</span>
      </Link>
      {hasMenus && <Crumbs isInBar />}
      <div className="top-acts">
        {hasMenus && <PaletteOpener />}
        {hasMenus && <TaskOpener />}
        {pathname === HOME && hasFiles && <Documents />}
        <ReviewOpener />
        <InboxOpener />
        <HelpOpener />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}

const TaskCentre = lazyComponent(() => import('./task-centre.tsx'))

/** 我的任务, shown while there are tasks. */
function TaskOpener() {
  const tasks = useBackgroundTasks()
  useEffect(restoreTasks, [])
  if (tasks.length === 0) return null
  return <TaskCentre tasks={tasks} />
}
