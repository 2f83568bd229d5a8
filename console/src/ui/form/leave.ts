import { toDoor } from '../../platform/address.ts'
import { dropDraft } from '../../platform/drafts.ts'
import { logOut } from '../../platform/session.ts'
import { dropQuestions } from '../dialog/ask.ts'

/** Out of the house: token, stores, query cache and routes go, then the door is mounted (LOGIN-25 to -28, SHELL-27). */
export async function leave(): Promise<void> {
  dropDraft()
  await logOut()
  await dropQuestions()
  toDoor('/login')
}
