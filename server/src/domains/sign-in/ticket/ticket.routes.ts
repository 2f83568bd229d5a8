import { ticket } from '@hufu/contract/sign-in/ticket'
import { issueOneTime, peekOneTime, redeemOneTime, type OneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { refuseLapsedOpener } from '../../../platform/access/opener.ts'
import { signInByIdentity, type ProvenIdentity } from './identity.ts'
import { askSecondStep } from '../sign-in/second-step.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { findById, findByLoginName, type StoredUser } from '../sign-in/account.sql.ts'
import { verifyCredential, type Credential } from '../sign-in/credential.ts'
import { refuseUnusable } from '../sign-in/account-state.ts'

const LIFE_SECONDS = 60

type TicketKind = 'ticket' | 'code'
/** The session in which a code was created; a ticket has none, because another system creates it. */
interface CodeDetail {
  sessionId?: string
  identity?: ProvenIdentity
}

/** A ticket or code in the address has 256 random bits and is used once, so failures need no counter. */
const addressCredential = (loginType: TicketKind, found: OneTime<CodeDetail> | undefined): Credential => ({
  loginType,
  isOpen: () => true,
  claim: async ({ db }) => ({ account: found?.userId ? await findById(db, found.userId) : undefined, loginName: '' }),
  prove: async (_kernel, { account }) => account !== undefined,
  wrong: 'ticketInvalid',
})

type Caller = Pick<Context, 'kernel' | 'ip' | 'agent' | 'cookies'>

const signInBy = async (ctx: Caller, loginType: TicketKind, token: string) => {
  const { kernel, ip, agent } = ctx
  const caller = { ip, agent }
  const found = await redeemOneTime<CodeDetail>(kernel.db, loginType, token)
  if (found?.detail.identity) return signInByIdentity(ctx, found.detail.identity)
  const account = await verifyCredential(kernel, addressCredential(loginType, found), caller)
  const origin = { parentId: found?.detail.sessionId }
  await askSecondStep(kernel, account, loginType, caller, { origin })
  return (inner: Context) => completeSignIn(inner, account, loginType, { origin })
}

/** Refuses users who could not sign in themselves. */
function usable(account: StoredUser | undefined): StoredUser {
  if (!account) refuse('userMissing')
  refuseUnusable(account)
  return account
}

export const ticketFeature = feature('ticket', ticket, {
  create: async ({ db, kernel, body, who, auditTarget }) => {
    await refuseLapsedOpener(kernel, db, who, ticket.create)
    const named = body.userId === undefined ? findByLoginName({ db, keys: kernel.keys }, body.userName ?? '') : findById(db, body.userId)
    const account = usable(await named)
    auditTarget(account.userName)
    auditTarget(account.id, 'user')
    const token = await issueOneTime(db, 'ticket', { seconds: LIFE_SECONDS, userId: account.id, detail: { client: who.userId } })
    return { ticket: token, expire: LIFE_SECONDS }
  },
  createCode: async ({ db, who, auditTarget }) => {
    auditTarget(who.userId, 'user')
    const code = await issueOneTime(db, 'code', { seconds: LIFE_SECONDS, userId: who.userId, detail: { sessionId: who.sessionId } })
    return { code, expire: LIFE_SECONDS }
  },
  owner: async ({ db, query: { ticket: shownTicket, code } }) => {
    const found =
      (shownTicket && (await peekOneTime(db, 'ticket', shownTicket))) || (code && (await peekOneTime(db, 'code', code))) || undefined
    const account = (found?.userId && (await findById(db, found.userId))) || refuse('ticketInvalid')
    return { userId: account.id, userName: account.userName, realName: account.realName }
  },
  login: prepare(async ctx => signInBy(ctx, 'ticket', ctx.query.ticket)),
  loginByCode: prepare(async ctx => signInBy(ctx, 'code', ctx.query.code)),
})
