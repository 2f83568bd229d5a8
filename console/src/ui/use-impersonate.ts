import { impersonation } from '@hufu/contract/permission/impersonation'
import { useAction } from '../platform/calls.ts'
import { ok } from '../platform/client.ts'
import { useSession } from '../platform/session.ts'
import { impersonate } from '../platform/sign-in/impersonated-user.ts'
import { text } from './text.ts'

/** The row action 以其视角查看: for super administrators, on other users. */
export function useImpersonate(): (userId: string) => { label: string; onClick: () => void } | false {
  const { id: own, isAdmin } = useSession(person => person)
  const begin = useAction(impersonation.begin, { refreshes: [] })
  const look = async (userId: string) => {
    const answer = await begin.run({ body: { userId } })
    if (!ok(answer)) return
    impersonate(answer.data)
    window.location.assign('/')
  }
  // The client has shown a refusal.
  return userId => isAdmin && userId !== own && { label: text.impersonate, onClick: () => void look(userId).catch(() => undefined) }
}
