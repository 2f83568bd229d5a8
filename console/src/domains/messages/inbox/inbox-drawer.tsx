import { inbox, inboxGroups, type InboxGroup } from '@hufu/contract/messages/inbox'
import { Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { MessageRow } from './message-row.tsx'
import { text } from './text.ts'

const STEP = 20
const MOST = 100
const groups = [{ value: '', label: text.groups.all }, ...inboxGroups.map(group => ({ value: group as string, label: text.groups[group] }))]

/** The user's messages, newest first. */
export default function InboxDrawer({ onClose }: { onClose: () => void }) {
  const [group, setGroup] = useState<InboxGroup | ''>('')
  const [isUnread, setUnread] = useState(false)
  const [size, setSize] = useState(STEP)
  const query = { current: 1, size, ...(group && { group }), ...(isUnread && { isUnread: 1 as const }) }
  const found = useCall(inbox.page, { query, keepPrevious: true })
  const refreshes = [inbox.page, inbox.unreadCount]
  const read = useAction(inbox.read, { refreshes })
  const readAll = useAction(inbox.readAll, { refreshes })
  const rows = found.data?.records ?? []
  return (
    <Drawer
      open
      size={480}
      title={text.title}
      closable={{ 'aria-label': uiText.dialog.close }}
      onClose={onClose}
      extra={
        <Button loading={readAll.pending} onClick={() => void readAll.run({ body: group ? { group } : {} })}>
          {text.readAll}
        </Button>
      }
    >
      <div className="inbox-filter">
        <SelectField options={groups} value={group} onChange={next => setGroup(next as InboxGroup | '')} aria-label={text.filter} />
        <Checkbox checked={isUnread} onChange={event => setUnread(event.target.checked)}>
          {text.onlyUnread}
        </Checkbox>
      </div>
      <Loaded of={found}>
        {() =>
          rows.length === 0 ? (
            <Empty title={text.none} hint={text.noneHint} />
          ) : (
            <ul className="inbox" aria-label={text.list}>
              {rows.map(message => (
                <MessageRow key={message.id} of={message} onRead={() => void read.run({ body: { id: message.id } })} onLeave={onClose} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {(found.data?.total ?? 0) > size && size < MOST && (
        <Button type="link" onClick={() => setSize(size + STEP)}>
          {text.more}
        </Button>
      )}
    </Drawer>
  )
}
