import { toSignIn } from '../../platform/address.ts'
import { transmit } from '../../platform/client.ts'
import { LOGOUT_TIMEOUT } from '../../platform/constants.ts'
import { dropDraft } from '../../platform/drafts.ts'
import { calls } from '../../platform/transport/plain-calls.ts'
import { dropSession, session } from '../../platform/session.ts'
import { stopImpersonating } from '../../platform/sign-in/impersonated-user.ts'
import { newPasswordOf } from '../../platform/sign-in/new-password-of.ts'
import { closeQuestions } from '../dialog/ask.ts'

/** The first page of the server's chain that signs out of applications only this browser can reach; null without any. */
async function leaving(): Promise<string | null> {
  stopImpersonating()
  if (!session.get().token) return null
  const answer = await transmit(calls.leaving, { body: {}, timeoutMs: LOGOUT_TIMEOUT }).catch(() => undefined)
  return (answer?.data as { url?: string | null } | undefined)?.url ?? null
}

/** Signs out after a change of the password: the sign-in page then has the account, and asks for the new password. */
export function signOutForNewPassword(): Promise<void> {
  newPasswordOf.keep(session.get().username)
  return signOut()
}

/** Signs out: removes token, stores, query cache and routes, then mounts the sign-in page. */
export async function signOut(): Promise<void> {
  dropDraft()
  const url = await leaving()
  await dropSession()
  await closeQuestions()
  if (url === null) toSignIn('/login')
  else location.assign(url)
}
