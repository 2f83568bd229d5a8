import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { usePermissions } from '../../ui/permitted.ts'
import { backTarget, showsBack } from './back.ts'
import { crumbsOf, isDirectory, nameOf, parentOf } from '../../platform/places.ts'
import { text } from '../text.ts'

const Neighbours = lazyComponent(() => import('./neighbours.tsx'))
const LIST_KEY = 'hufu-app-list'

/** The breadcrumb: in the top bar on menu pages, with a back button above the page on others. */
export function Crumbs({ isInBar = false }: { isInBar?: boolean }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  useEffect(() => {
    // The group chosen in the application list, for the way back to it.
    if (pathname === '/app/list') sessionStorage.setItem(LIST_KEY, search)
  }, [pathname, search])
  const permissions = usePermissions()
  const above = crumbsOf(pathname, query)
  const here = nameOf(pathname, permissions)
  const hasBack = showsBack(pathname, query)
  if (isInBar ? hasBack || above.length === 0 : !hasBack) return null
  return (
    <div className="crumbs">
      {hasBack && <BackButton />}
      <nav aria-label={text.crumbs.label}>
        <ol>
          {above.map(path => (
            <li key={path}>{isDirectory(path) ? nameOf(path, permissions) : <Link to={path}>{nameOf(path, permissions)}</Link>}</li>
          ))}
          {here && <li aria-current="page">{here}</li>}
        </ol>
      </nav>
      {hasBack && <Neighbours />}
    </div>
  )
}

/** The back button alone, for layout=pure. */
export function BackBar() {
  const { pathname, search } = useLocation()
  if (!showsBack(pathname, new URLSearchParams(search))) return null
  return (
    <div className="crumbs">
      <BackButton />
    </div>
  )
}

function BackButton() {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const back = () => {
    const query = new URLSearchParams(search)
    const target = backTarget(pathname, query, sessionStorage.getItem(LIST_KEY) ?? '')
    if (target !== undefined) return navigate(target)
    // After a link from outside there is no step back, so it goes to the page above.
    return key === 'default' ? navigate(parentOf(pathname, query) ?? '/') : navigate(-1)
  }
  return (
    <Button size="small" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void back()}>
      {text.crumbs.back}
    </Button>
  )
}
