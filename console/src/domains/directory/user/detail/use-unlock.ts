import { user } from '@hufu/contract/directory/user'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { text } from './lock-text.ts'

/** Removes a lock; false if refused. */
export function useUnlock(): (lockId: string) => Promise<boolean> {
  const { run } = useAction(incorrectLogin.unlock, { refreshes: [user.page, user.byId, incorrectLogin.ofUser] })
  return async lockId => {
    const isDone = ok(await run({ body: { ids: [lockId] } }))
    if (isDone) notifier.done(text.done)
    return isDone
  }
}
