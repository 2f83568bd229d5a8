import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { isWeaker } from '@hufu/contract/sign-in/strength'
import { self } from '@hufu/contract/sign-in/sign-in'
import { verifyPassword } from '../../../platform/secrets/password-hash.ts'
import { spendCiphertext } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { endSessions } from '../../../platform/access/session-lifecycle.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { findIn, chosenPassword } from '../../directory/index.ts'
import { forgetTriesHere } from './failures.sql.ts'
import { checkGuess } from './guess.ts'
import { currentUser, passwordHashOf, setAccountPassword } from './self.sql.ts'

/** A wrong old password counts like a failed sign-in. */
async function refuseWrongOld({ kernel, who, ip }: Context, ciphertext: string): Promise<void> {
  const { db, keys } = kernel
  const old = keys.decrypt('login', ciphertext)
  const guess = { nameKey: who.userId, method: 'password' as const, loginName: who.userName, userId: who.userId, ip }
  const wrong = await checkGuess(kernel, guess, async () => {
    const { right } = await verifyPassword(await passwordHashOf(db, who.userId), old ?? '')
    return right && old !== undefined && spendCiphertext(db, keys, ciphertext)
  })
  if (wrong) refuse(old === undefined ? 'passwordUnreadable' : 'oldPasswordWrong')
  await forgetTriesHere(db, who.userId, ip)
}

/** Ends every session, including this one, unless it goes on; the user then signs in with the new password (N-13). */
async function replacePassword({ db, kernel, who, afterCommit }: Context, hash: string, { goesOn = false } = {}): Promise<void> {
  await setAccountPassword(db, who.userId, hash)
  await endSessions(db, [who.userId], goesOn ? { except: who.sessionId } : {})
  afterCommit(() => kernel.sessions.forget())
}

export const selfFeature = feature('self', self, {
  current: ({ db, who }) => currentUser(db, who),
  isAdmin: ({ who }) => who.rights.isAdmin,
  adminId: () => BUILT_IN_ACCOUNT,
  forcedChange: ({ who }) => who.forcedChange,
  changePassword: prepare(async ctx => {
    const { body, who, kernel } = ctx
    if (body.userId !== who.userId) refuse('forbidden')
    await refuseWrongOld(ctx, body.oldPassword)
    const hash = await chosenPassword(kernel, who.userId, body.password)
    return inner => replacePassword(inner, hash)
  }),
  judgePassword: async ({ kernel, who, body }) => {
    const password = kernel.keys.decrypt('login', body.password) ?? refuse('passwordUnreadable')
    // The password checked here is usually set afterwards, so its ciphertext must not be replayed.
    if (!(await spendCiphertext(kernel.db, kernel.keys, body.password))) refuse('passwordUnreadable')
    return findIn(kernel, who.userId, password)
  },
  setForcedPassword: prepare(async ctx => {
    const { body, who, kernel } = ctx
    if (!who.forcedChange.hasForceChangePwd) refuse('notForced')
    const hash = await chosenPassword(kernel, who.userId, body.password)
    return inner => replacePassword(inner, hash, { goesOn: isFirstChange(inner) })
  }),
})

/** The first password a user chooses is followed by their first session, unless a second factor is due (decision 0140). */
const isFirstChange = ({ who: { forcedChange, factor, rights } }: Pick<Context, 'who'>): boolean =>
  forcedChange.forceChangePwdType === 'first' && !isWeaker(factor, rights.secondFactor)
