import { toSignIn } from '../../platform/address.ts'
import { dropDraft } from '../../platform/drafts.ts'
import { dropSession } from '../../platform/session.ts'
import { dropQuestions } from '../dialog/ask.ts'

/** Out of the console: token, stores, query cache and routes go, then the sign-in page is mounted (LOGIN-25 to -28, SHELL-27). */
export async function signOut(): Promise<void> {
  dropDraft()
  await dropSession()
  await dropQuestions()
  toSignIn('/login')
}
