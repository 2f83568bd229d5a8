import { StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { inBackground } from '../../platform/error-log.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { Dropdown } from '../dropdown.tsx'
import { text } from '../text.ts'
import { type StoredLayout, usePreference } from './use-columns.ts'

const ViewsDialog = lazyComponent(() => import('./views-dialog.tsx'))
const words = text.views

/** The user's saved searches of this list. */
export function ViewsMenu({ of }: { of: StoredLayout }) {
  const dialog = useDialog()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { views, isKnown } = usePreference(of.list)
  const items = [
    ...views.map(({ name, search }) => ({ key: name, label: name, onClick: () => inBackground(navigate(pathname + search)) })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: '', label: words.edit, disabled: !isKnown, onClick: () => dialog.open() },
  ]
  return (
    <>
      <Dropdown atEnd menu={{ items }}>
        <Button type="text" icon={<StarOutlined aria-hidden />} title={words.open} aria-label={words.open} />
      </Dropdown>
      {dialog.isOpen && <ViewsDialog of={of} onClose={dialog.close} />}
    </>
  )
}
