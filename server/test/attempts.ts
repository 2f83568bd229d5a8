import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { House } from './harness.ts'
import { sealed } from './secrets.ts'
import { CAPTCHA } from './settings.ts'

/** One try at the door with a password, with a captcha whenever one might be asked for. */
export async function attempt(house: House, loginName: string, password: string, headers: Record<string, string> = {}) {
  const { loginId } = await house.nobody.call(signIn.captcha)
  const body = { loginName, pwd: await sealed(house, password), loginId, code: CAPTCHA }
  return house.nobody.send(signIn.login, { body, headers })
}

/** As many wrong passwords as lock the name. */
export async function lockOut(house: House, loginName: string, headers: Record<string, string> = {}): Promise<void> {
  for (let n = 0; n < house.kernel.config.values.failCount; n++) await attempt(house, loginName, 'Wrong#2026', headers)
}

export const userNameOf = async ({ kernel }: House, id: string): Promise<string> =>
  (await kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName
