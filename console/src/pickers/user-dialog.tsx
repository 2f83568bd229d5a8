import type { UserBrief } from '@hufu/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { text as parts } from '../parts/text.ts'
import { FindUsers } from './find-users.tsx'
import { text } from './text.ts'
import { PickedUsers } from './picked-users.tsx'
import './pickers.css'

/** So many ids a call takes at once. */
const USERS_MAX = 500
const NOBODY: readonly UserBrief[] = []

interface Props {
  title?: string
  chosen?: readonly UserBrief[]
  /** 1: one person, who takes the place of the one before. */
  max?: number
  /** The dialog stays where this resolves to false. */
  onChoose: (users: UserBrief[]) => unknown
  onClose: () => void
}

/** People found at the left by the server, however many there are; those chosen at the right. */
export default function UserDialog({ title = text.user.choose, chosen = NOBODY, max = USERS_MAX, onChoose, onClose }: Props) {
  const [picked, setPicked] = useState([...chosen])
  const [busy, setBusy] = useState(false)
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
  const footer = (
    <>
      <Button onClick={onClose}>{parts.dialog.cancel}</Button>
      <Button type="primary" disabled={picked.length === 0} loading={busy} onClick={() => void finish()}>
        {text.user.ok(picked.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={title} wide onClose={onClose} footer={footer}>
      <div className="user-pick">
        <FindUsers picked={picked} isFull={max > 1 && picked.length >= max} max={max} onToggle={toggle} />
        <PickedUsers users={picked} onDrop={drop} onClear={() => setPicked([])} />
      </div>
    </Dialog>
  )
}
