import type { ReplyOf } from '@hufu/contract/call'
import type { HomeFile } from '@hufu/contract/operations/notice'
import type { self } from '@hufu/contract/sign-in/sign-in'
import { type AnySendable, CallError, ok, send, type Sendable } from '../platform/client.ts'
import { firstCalls, takePrefetched } from '../platform/transport/prefetch.ts'
import { permissionsOf } from '../platform/permission.ts'
import { holdGlobalConfig, session, system } from '../platform/session.ts'
import { granted } from '../ui/permitted.ts'
import { keepTabUser, tabUser, type TabUser } from '../platform/sign-in/tab-user.ts'
import { stopImpersonating, impersonatedUser } from '../platform/sign-in/impersonated-user.ts'
import { holdForSecondFactor } from './second-factor.ts'

export interface Started {
  homeFiles: HomeFile[]
  forced: ReplyOf<typeof self.forcedChange>
  /** Set if the password expires soon. */
  passwordDaysLeft: number | null
}

/** getCurrentUser answered without data, so nobody is signed in. */
export class NotSignedInError extends Error {}

/** The browser's session is of another user than this tab. */
export class DifferentUserError extends Error {
  readonly former: TabUser
  readonly present: TabUser
  constructor(former: TabUser, present: TabUser) {
    super()
    this.former = former
    this.present = present
  }
}

type Send = <Q, B, R>(call: Sendable<Q, B, R>) => Promise<R | null>

/** Makes all requests of the entry, each once and in parallel. */
export async function start(ask: Send = askServer): Promise<Started> {
  const [me, isAdmin, forced, tree, rights, global, adminId, publicKey, homeFiles] = await Promise.all([
    ask(firstCalls.current),
    ask(firstCalls.isAdmin),
    ask(firstCalls.forcedChange),
    ask(firstCalls.menus),
    ask(firstCalls.granted),
    ask(firstCalls.globalConfig),
    ask(firstCalls.adminId),
    ask(firstCalls.publicKey),
    ask(firstCalls.homeFiles),
  ])
  if (!me && impersonatedUser()) endLostImpersonation()
  if (!me) throw new NotSignedInError()
  if (!impersonatedUser()) claimTab(me)
  session.set({
    id: me.id,
    name: me.realName,
    username: me.userName,
    avatar: me.avatar ?? '',
    menus: tree ?? [],
    // O-22: this answer decides, not the flag of getCurrentUser.
    isAdmin: isAdmin === true,
  })
  system.set({ adminId: adminId ?? '', publicKey: publicKey ?? '' })
  if (global) holdGlobalConfig(global)
  holdForSecondFactor(me.secondFactorDue !== undefined && me.secondFactorDue !== '')
  granted.set({ permissions: permissionsOf(rights ?? { menus: [], buttons: [] }), landsAtApps: me.landsAtApps })
  return {
    homeFiles: homeFiles ?? [],
    forced: forced ?? { hasForceChangePwd: false, forceChangePwdType: '' },
    passwordDaysLeft: me.passwordDaysLeft ?? null,
  }
}

/** Asks before this tab becomes another user's, whom another tab has signed in. */
function claimTab(me: TabUser): void {
  const former = tabUser()
  if (former && former.id !== me.id) throw new DifferentUserError(former, me)
  keepTabUser(me)
}

/** The impersonation of this window has ended elsewhere: back to the user's own view. */
function endLostImpersonation(): void {
  stopImpersonating()
  window.location.reload()
}

/** null if the answer is no success; network failures and ended sessions are the caller's to handle. */
async function askServer<Q, B, R>(call: Sendable<Q, B, R>): Promise<R | null> {
  const answer = await send(call as AnySendable as Sendable<unknown, unknown, R>, { answer: takePrefetched(call) }).catch(
    (error: unknown) => {
      if (error instanceof CallError && error.kind === 'refused' && !isOver(error)) return undefined
      throw error
    },
  )
  return answer && ok(answer) ? answer.data : null
}

const isOver = (error: CallError) => ['6', 'invalid_credentials', 'service_error'].includes(String(error.envelope?.code))
