import { type User, user } from '@hufu/contract/directory/user'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall, useAction } from '../../../../platform/calls.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../../ui/states.tsx'
import { text as uiText } from '../../../../ui/text.ts'
import { lockSentence } from './lock-sentence.ts'
import { text } from './lock-text.ts'
import { notifier, ok } from '../../../../platform/client.ts'

/** Shows until when and why an account is locked, and unlocks it. */
export default function UnlockDialog({ row, onClose }: { row: Pick<User, 'id' | 'realName'>; onClose: () => void }) {
  const lock = useCall(incorrectLogin.ofUser, { query: { userId: row.id }, quietly: true })
  const unlock = useUnlock()
  const [busy, setBusy] = useState(false)
  const run = async (id: string) => {
    setBusy(true)
    if (await unlock(id)) onClose()
    else setBusy(false)
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={!lock.data} loading={busy} onClick={() => lock.data && void run(lock.data.id)}>
        {text.unlock}
      </Button>
    </>
  )
  return (
    <Dialog small title={text.title(row.realName)} onClose={onClose} footer={footer}>
      <Loaded of={lock} lines={2}>
        {data => <p>{data === null ? text.over : lockSentence(data)}</p>}
      </Loaded>
    </Dialog>
  )
}

/** Removes a lock; false if refused. */
function useUnlock(): (lockId: string) => Promise<boolean> {
  const { run } = useAction(incorrectLogin.unlock, { refreshes: [user.page, user.byId, incorrectLogin.ofUser] })
  return async lockId => {
    const isDone = ok(await run({ body: { ids: [lockId] } }))
    if (isDone) notifier.done(text.done)
    return isDone
  }
}
