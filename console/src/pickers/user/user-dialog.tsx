import type { UserBrief } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { text as uiText } from '../../ui/text.ts'
import { FindUsers } from './find-users.tsx'
import { ListedUsers } from './listed-users.tsx'
import { text } from './user-text.ts'
import { PickedUsers } from './picked-users.tsx'
import '../pickers.css'

/** The most ids a call takes. */
const USERS_MAX = 500
const NOBODY: readonly UserBrief[] = []

interface Props {
  title?: string
  chosen?: readonly UserBrief[]
  /** 1: a new choice replaces the former. */
  max?: number
  /** The dialog stays open if this resolves to false. */
  onChoose: (users: UserBrief[]) => unknown
  onClose: () => void
}

/** Users found by the server at the left, the chosen ones at the right. */
export default function UserDialog({ title = text.choose, chosen = NOBODY, max = USERS_MAX, onChoose, onClose }: Props) {
  const [picked, setPicked] = useState([...chosen])
  const [busy, setBusy] = useState(false)
  const [method, setMethod] = useState('find')
  const drop = (id: string) => setPicked(picked.filter(one => one.id !== id))
  const toggle = (user: UserBrief) => {
    if (picked.some(one => one.id === user.id)) return drop(user.id)
    setPicked(max === 1 ? [user] : [...picked, user])
  }
  const finish = async () => {
    setBusy(true)
    try {
      if ((await onChoose(picked)) !== false) onClose()
    } finally {
      setBusy(false)
    }
  }
  const finder = <FindUsers picked={picked} isFull={max > 1 && picked.length >= max} max={max} onToggle={toggle} />
  const ids = new Set(picked.map(one => one.id))
  const takeIn = (found: readonly UserBrief[]) => setPicked([...picked, ...found.filter(one => !ids.has(one.id))])
  const methods = [
    { key: 'find', label: text.byFinding, children: finder },
    { key: 'list', label: text.byList, children: <ListedUsers room={max - picked.length} onFound={takeIn} /> },
  ]
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={picked.length === 0} loading={busy} onClick={() => void finish()}>
        {text.ok(picked.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={title} wide onClose={onClose} footer={footer}>
      <div className="user-pick">
        {max === 1 ? finder : <Tabs activeKey={method} onChange={setMethod} items={methods} />}
        <PickedUsers users={picked} onDrop={drop} onClear={() => setPicked([])} />
      </div>
    </Dialog>
  )
}
