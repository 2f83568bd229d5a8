import { factor } from '@hufu/contract/credentials/factor'
import { passkey } from '@hufu/contract/credentials/passkey'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { totp } from '@hufu/contract/credentials/totp'
import { expect } from 'vitest'
import { codeOf, stepAt } from '../src/domains/credentials/totp/totp-code.ts'
import { newId } from '../src/platform/database/ids.ts'
import { authenticator } from './authenticator.ts'
import { PASSWORD } from './given.ts'
import type { TestServer, Subject } from './harness.ts'
import { sealed } from './secrets.ts'

/** Helpers for tests of second factors. */
export function factorsIn(server: TestServer) {
  const { kernel, nobody } = server
  const db = () => kernel.db
  const set = async (values: Record<string, string>) => {
    for (const [configKey, configValue] of Object.entries(values))
      await db().updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
    await kernel.config.refresh()
  }
  const someone = async (parts: Parameters<TestServer['given']['user']>[0] = {}) => {
    const id = await server.given.user(parts)
    const { userName } = await db().selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
    return { id, userName }
  }
  /** Gives the user a role that requires this factor, effective at once. */
  const demand = async (userId: string, secondFactor: Strength) => {
    const id = newId()
    await db()
      .insertInto('role')
      .values({ id, code: `d${id}`, name: `要求${id}`, secondFactor })
      .execute()
    await db().insertInto('userRole').values({ userId, roleId: id }).execute()
    return id
  }
  const login = async (userName: string, password = PASSWORD) =>
    (await nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(server, password) } })).envelope
  const bindTotp = async (me: Subject) => {
    const { token, secret } = await me.call(totp.begin)
    // Uses the previous code, so that the present one stays unused; tries again if that step has just ended.
    const confirm = (step: number) => me.send(totp.confirm, { body: { token, code: codeOf(unBase32(secret), step - 1) } })
    const step = stepAt(Date.now())
    const first = await confirm(step)
    const { envelope } = first.envelope.code !== 'success' && stepAt(Date.now()) > step ? await confirm(step + 1) : first
    expect(envelope.code, envelope.message).toBe('success')
    const { codes } = envelope.data as { codes: string[] }
    return { secret: unBase32(secret), codes, code: (aside = 0) => codeOf(unBase32(secret), stepAt(Date.now()) + aside) }
  }
  const bindPasskey = async (me: Subject, name = '笔记本') => {
    const device = authenticator(server.address)
    const { id } = await me.call(passkey.register, { body: { name, attestation: device.create(await me.call(passkey.registerOptions)) } })
    return { ...device, recordId: id }
  }
  const second = async (pending: string, rest: Record<string, unknown>) =>
    (await nobody.send(factor.secondStep, { body: { pending, ...rest } })).envelope
  return { set, someone, demand, login, bindTotp, bindPasskey, second }
}

/** The secret as an authenticator app reads it. */
export function unBase32(text: string): Buffer {
  const bits = [...text].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
