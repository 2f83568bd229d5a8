import { nameOf } from '../../../platform/places.ts'
import { Link } from 'react-router'
import { usePermissions } from '../../../ui/permitted.ts'
import { MenuIcon } from '../../../ui/menu-icon.tsx'
import { text } from './text.ts'
import { useMayGo } from './use-may-go.ts'

// In the order of an administrator's usual day.
const ENTRIES = [
  ['/organiz/index', 'team'],
  ['/organiz/user', 'user'],
  ['/organiz/batch-add-user', 'idcard'],
  ['/organiz/org-list', 'apartment'],
  ['/devops/menu', 'menu'],
] as const

export function QuickEntries() {
  const mayGo = useMayGo()
  const permissions = usePermissions()
  const entries = ENTRIES.filter(([path]) => mayGo(path))
  if (entries.length === 0) return null
  return (
    <section className="card">
      <h2 className="card-title">{text.quick}</h2>
      <ul className="quick">
        {entries.map(([path, icon]) => (
          <li key={path}>
            <Link to={path}>
              <MenuIcon name={icon} />
              {nameOf(path, permissions)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
