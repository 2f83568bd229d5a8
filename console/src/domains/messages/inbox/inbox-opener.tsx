import { BellOutlined } from '@ant-design/icons'
import { inbox, UNREAD_MAX } from '@hufu/contract/messages/inbox'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useActiveRefresh } from '../../../ui/use-active-refresh.ts'
import { text } from './text.ts'
import './inbox.css'

const InboxDrawer = lazyComponent(() => import('./inbox-drawer.tsx'))

/** The bell with the number of unread messages, read together with that of waiting reviews. */
export default function InboxOpener() {
  const drawer = useDialog()
  const unread = useCall(inbox.unreadCount, { quietly: true })
  useActiveRefresh(() => inBackground(unread.refetch()))
  const count = unread.data ?? 0
  const name = count > 0 ? text.unread(count, UNREAD_MAX) : text.title
  return (
    <>
      <Button
        type="text"
        className="inbox-opener"
        aria-label={name}
        title={name}
        aria-expanded={drawer.isOpen}
        icon={<BellOutlined aria-hidden />}
        onClick={() => drawer.open()}
      >
        {count > 0 && (
          <span className="inbox-badge" aria-hidden="true">
            {count >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : count}
          </span>
        )}
      </Button>
      {drawer.isOpen && <InboxDrawer onClose={drawer.close} />}
    </>
  )
}
