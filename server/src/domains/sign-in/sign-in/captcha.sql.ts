import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { captchaImage, captchaText } from './captcha-image.ts'
import { newId } from '../../../platform/database/ids.ts'
import { redeemProofOfWork } from './proof-of-work.ts'

const LIFE_SECONDS = 120

/** Stores the text of a captcha for one attempt within 120 seconds; the same id again replaces it. */
export async function keepCaptcha(db: Db, id: string, fixed: string): Promise<string> {
  const answer = fixed || captchaText(randomInt)
  const expiresAt = sql<string>`now() + ${sql.lit(LIFE_SECONDS)} * interval '1 second'`
  await db
    .insertInto('captcha')
    .values({ id, answer, expiresAt })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ answer, expiresAt }))
    .execute()
  return answer
}

/** A captcha of the login form. */
export async function newCaptcha(db: Db, fixed: string) {
  const id = newId()
  const answer = await keepCaptcha(db, id, fixed)
  const image = `data:image/png;base64,${captchaImage(answer).toString('base64')}`
  return { loginId: id, image, enable: true, expire: LIFE_SECONDS }
}

/** captchaMode 0: no captcha. */
export const noCaptcha = { loginId: '', image: '', enable: false, expire: LIFE_SECONDS }

interface CaptchaAnswer {
  /** The captcha's id. */
  id: string | undefined
  typed: string | undefined
  /** A proof of work, given instead of the captcha. */
  work?: string | undefined
}

/** Checks the captcha or the proof of work, which is used up whatever the answer. */
export async function useCaptcha(db: Db, { id, typed, work }: CaptchaAnswer): Promise<boolean> {
  if (work) return redeemProofOfWork(db, work)
  if (!id || !typed) return false
  const { rows } = await sql<{ answer: string }>`delete from captcha where id = ${id} and expires_at > now() returning answer`.execute(db)
  return rows[0]?.answer === typed.trim().toUpperCase()
}
