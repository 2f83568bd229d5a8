import { incorrectLogin, type IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { sameAddress } from './same-address.ts'
import { text } from './text.ts'

const words = text.unlock

/** Asks before unlocking, and warns if many of the names failed from one address. */
export function useUnlock(onDone: () => void): (rows: readonly IncorrectLogin[]) => void {
  const unlock = useAction(incorrectLogin.unlock, { refreshes: [incorrectLogin.page] })
  const run = async (ids: readonly string[]) => {
    const answer = await unlock.run({ body: { ids: [...ids] } })
    if (!ok(answer)) return
    onDone()
    notifier.done(words.done(answer.data))
  }
  return rows => {
    const [one] = rows
    const crowd = sameAddress(rows)
    const whom = rows.length > 1 || !one ? words.many(rows.length) : one.locked ? words.one(one.loginName) : words.clear(one.loginName)
    confirmAct({
      title: whom,
      content: crowd ? words.sameIp(crowd.count, crowd.ip) : words.text,
      okText: one && !one.locked && rows.length === 1 ? text.tools.clear : text.tools.unlock,
      danger: crowd !== undefined,
      run: () => run(rows.map(row => row.id)),
    })
  }
}
