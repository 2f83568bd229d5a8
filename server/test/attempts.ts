import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { TestServer } from './harness.ts'
import { sealed } from './secrets.ts'
import { CAPTCHA } from './settings.ts'

/** One sign-in with a password, with a captcha in case one is required. */
export async function attempt(server: TestServer, loginName: string, password: string, headers: Record<string, string> = {}) {
  const { loginId } = await server.nobody.call(signIn.captcha)
  const body = { loginName, pwd: await sealed(server, password), loginId, code: CAPTCHA }
  return server.nobody.send(signIn.login, { body, headers })
}

/** Tries as many wrong passwords as it takes to lock the name. */
export async function lockOut(server: TestServer, loginName: string, headers: Record<string, string> = {}): Promise<void> {
  for (let n = 0; n < server.kernel.config.values.failCount; n++) await attempt(server, loginName, 'Wrong#2026', headers)
}

export const userNameOf = async ({ kernel }: TestServer, id: string): Promise<string> =>
  (await kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName
