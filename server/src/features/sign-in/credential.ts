import { foldName } from '@hufu/contract/text-rules'
import type { Kernel } from '../../kernel/kernel.ts'
import { hashSecret, verifyPassword } from '../../kernel/password-hash.ts'
import { Refused, refuse, sentenceOf } from '../../kernel/refuse.ts'
import { settlePending } from '../user/user.ts'
import { useCaptcha } from './captcha.sql.ts'
import { countTry, forgetTries, hasFailed, lock, lockOf } from './failures.sql.ts'
import { findByLoginName, renewPassword, type Known } from './known.sql.ts'
import { writeLoginLog } from './login-log.sql.ts'

export interface Attempted {
  loginName: string
  pwd: string | undefined
  loginId: string | undefined
  code: string | undefined
  ip: string
  agent: string
}

/**
 * The one judge of passwords (T9): captcha, lock, password, state, in the order of D-24; every attempt is logged,
 * counters are written past any rollback. Answers the person or refuses.
 */
export async function verifyCredential(kernel: Kernel, attempt: Attempted): Promise<Known> {
  const known = await findByLoginName(kernel, attempt.loginName)
  try {
    return await judge(kernel, attempt, known)
  } catch (error) {
    if (error instanceof Refused) await writeLoginLog(kernel.db, logged(attempt, known), 0, sentenceOf(error.refusal, error.detail))
    throw error
  }
}

const logged = ({ loginName, ip, agent }: Attempted, known: Known | undefined) => ({
  userId: known?.id ?? null,
  userName: known?.userName ?? loginName,
  realName: known?.realName ?? null,
  loginType: 'password',
  ip,
  agent,
})

async function judge(kernel: Kernel, attempt: Attempted, known: Known | undefined): Promise<Known> {
  const { db, config } = kernel
  if (!config.values.openPassword) refuse('methodOff')
  const nameKey = known?.id ?? `name:${foldName(attempt.loginName)}`
  await refuseWithoutCaptcha(kernel, attempt, nameKey)
  const locked = await lockOf(db, nameKey)
  if (locked) refuse('locked', { ...locked })
  const tries = await countTry(db, { nameKey, loginName: attempt.loginName.slice(0, 50), userId: known?.id ?? null, ip: attempt.ip })
  const { failCount, lockMinutes } = config.values
  if (tries > failCount) refuse('locked', { ...(await lock(db, nameKey, lockMinutes)) })
  if (!(await passwordIsRight(kernel, known, attempt.pwd))) {
    if (tries >= failCount) refuse('locked', { ...(await lock(db, nameKey, lockMinutes)) })
    refuse('wrongCredentials', { remain: failCount - tries })
  }
  if (known!.status !== 1) refuse('accountDisabled')
  if (known!.expired) refuse('accountExpired')
  await forgetTries(db, nameKey)
  return known!
}

async function refuseWithoutCaptcha({ db, config }: Kernel, { loginId, code, ip }: Attempted, nameKey: string): Promise<void> {
  const mode = config.values.captchaMode
  if (mode === 0 || (mode === 2 && !(await hasFailed(db, ip, nameKey)))) return
  if (!(await useCaptcha(db, loginId, code))) refuse('captchaWrong')
}

/** The same work for unknown names, unreadable ciphertexts and wrong passwords (T4). */
async function passwordIsRight(kernel: Kernel, known: Known | undefined, pwd: string | undefined): Promise<boolean> {
  const { db, keys } = kernel
  // Somebody just imported: his digest may still wait to be hashed.
  const stored = known?.passwordHash ?? (known ? await settlePending(kernel, known.id) : null)
  const password = pwd === undefined ? undefined : keys.decrypt('login', pwd)
  const { right, renew } = await verifyPassword(stored, password ?? '')
  if (!right || password === undefined) return false
  if (renew) {
    // After a good login the row is rewritten as `none` with today's cost (D-22).
    const passwordHash = await hashSecret('none', password)
    await renewPassword(db, { id: known!.id, passwordHash: stored }, passwordHash)
  }
  return true
}
