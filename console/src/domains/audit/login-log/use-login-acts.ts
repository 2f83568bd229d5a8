import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { loginLog, type LoginLog } from '@hufu/contract/audit/login-log'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import type { Opened } from '../../../pickers/diagnosis/diagnosis-drawer.tsx'
import { text } from './text.ts'

const OPERATIONS = '/audit/operation'
const IP_RULES = '/system/securityConfig'

/** Operations on an attempt, without those the caller may not use. */
export function useLoginActs(onAsk: (about: Opened) => void): (row: LoginLog) => readonly (Tool | false)[] {
  const may = useMay()
  const mayOpen = useMayOpen()
  const unlock = useAction(incorrectLogin.unlock, { refreshes: [loginLog.page] })
  const ask = (id: string, name: string) =>
    confirmAct({
      title: text.unlock.title(name),
      content: text.unlock.text,
      okText: text.unlock.ok,
      run: async () => {
        if (ok(await unlock.run({ body: { ids: [id] } }))) notifier.done(text.unlock.done)
      },
    })
  return ({ id, lockId, userId, userName, realName, ip }) => [
    lockId !== null && may(incorrectLogin.unlock) && { label: text.tools.unlock, onClick: () => ask(lockId, userName) },
    userId !== null &&
      mayOpen(OPERATIONS) && { label: text.tools.operations, to: `${OPERATIONS}?userName=${encodeURIComponent(userName)}` },
    // That page shows whom a rule affects before it is saved, and offers a trial period.
    ip !== '' && mayOpen(IP_RULES) && { label: text.tools.block, to: `${IP_RULES}?tab=ip&block=${encodeURIComponent(ip)}` },
    userId !== null && {
      label: text.tools.diagnosis,
      onClick: () => onAsk({ person: { id: userId, userName, realName: realName ?? userName }, ip, trace: id }),
    },
  ]
}
