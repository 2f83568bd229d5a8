import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider, type ProviderRules } from '@hufu/contract/federation/identity-provider'
import { org } from '@hufu/contract/directory/org'
import { givingBranch, type GivingBranch } from '../../../../test/giving-branch.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { openUpstream, registerOidc, signInBy, type Upstream } from '../../../../test/upstream.ts'
import { newId } from '../../../platform/database/ids.ts'

/** N-02 for providers: a new account is placed where the provider's administrator chose (docs/decisions/rights.md, 0109). */
const PAGE = '/system/securityConfig'
const BEYOND = '新账号会得到该登录方式的维护人所没有的权限'
let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  upstream = await openUpstream()
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

const db = () => server.kernel.db
const branch = () => givingBranch(server, PAGE)
/** A provider that creates accounts at `orgId`, registered by the administrator `as`. */
async function provider({ as }: Pick<GivingBranch, 'as'>, orgId: string, rules: Partial<ProviderRules> = {}) {
  const made = await registerOidc({ ...server, admin: as }, upstream.issuer, { orgId, rules: { makes: true, ...rules } })
  upstream.register(made.callback)
  return made
}
const editOf = async ({ as }: Pick<GivingBranch, 'as'>, id: string, parts: Record<string, unknown>) => {
  const { name, code, kind, options, forceAuthn, rules, orgId, isShown, version } = await as.call(identityProvider.byId, { query: { id } })
  return { id, name, code, kind, options, forceAuthn, rules, orgId, isShown, version, ...parts }
}
/** A new user signs in; returns the organisations of their account, or the text of the page. */
async function comes({ code }: { code: string }, claims: Record<string, unknown> = {}) {
  const n = server.given.next()
  upstream.become(`new-${n}`, { preferred_username: `new${n}`, name: '新人', ...claims })
  const { entered, page } = await signInBy(server, code)
  if (!entered) return page
  const jobs = await db().selectFrom('job').select('orgId').where('userId', '=', entered.data.userId).execute()
  return jobs.map(job => job.orgId)
}

test('N-02 an administrator of a branch lets a provider create accounts within it, and nowhere else', async () => {
  const at = await branch()
  const elsewhere = await server.given.org()
  await expect(provider(at, elsewhere)).rejects.toThrow('机构不存在')
  const made = await provider(at, at.office)
  expect(await comes(made)).toEqual([at.office])
  await at.as.refused('orgMissing', identityProvider.update, { body: await editOf(at, made.id, { orgId: elsewhere }) })
})

test('T14 a provider names the organisation of its new accounts only to administrators who have it in scope', async () => {
  const [at, other] = [await branch(), await branch()]
  const { id } = await provider(at, at.office)
  const placeFor = async ({ as }: Pick<GivingBranch, 'as'>) => {
    const { orgId, orgName } = await as.call(identityProvider.byId, { query: { id } })
    return [orgId, orgName]
  }
  expect(await placeFor(at)).toEqual([at.office, expect.any(String)])
  expect(await placeFor(other)).toEqual([null, null])
})

test('N-02 nobody sets an organisation for new accounts that grants rights they do not hold: itself, one above it, or its line', async () => {
  const at = await branch()
  const made = await provider(at, at.office)
  const sent = { body: await editOf(at, made.id, { orgId: at.other, version: undefined }) }
  for (const [subjectType, subjectId] of [
    ['org', at.other],
    ['org', at.root],
    ['stripe', at.stripeId],
  ] as const) {
    if (subjectType === 'stripe') await db().insertInto('stripeOrg').values({ stripeId: at.stripeId, orgId: at.other }).execute()
    const grantId = await server.given.grant({ subjectType, subjectId, appId: at.unheld })
    await at.as.refused('givesBeyondOwn', identityProvider.update, sent)
    await db().deleteFrom('appGrant').where('id', '=', grantId).execute()
  }
  await server.given.grant({ subjectType: 'org', subjectId: at.other, appId: at.held })
  await at.as.call(identityProvider.update, sent)
  expect(await comes(made)).toEqual([at.other])
})

test('N-02 nobody enables a provider that creates accounts where they may not create users', async () => {
  const at = await branch()
  const elsewhere = await server.given.org()
  await server.given.grant({ subjectType: 'org', subjectId: at.office, appId: at.unheld })
  for (const [orgId, refusal] of [
    [elsewhere, 'orgMissing'],
    [at.office, 'givesBeyondOwn'],
  ] as const) {
    const { id } = await provider({ as: server.admin }, orgId)
    // The caller may disable the provider, because that gives no rights.
    expect(await at.as.call(identityProvider.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
    await at.as.refused(refusal, identityProvider.setStatus, { query: { status: 1 }, body: { ids: [id] } })
    expect(await server.admin.call(identityProvider.setStatus, { query: { status: 1 }, body: { ids: [id] } })).toBe(1)
  }
})

test('N-02 a new account gains only what the administrator who set its organisation holds, rights by rule included', async () => {
  const at = await branch()
  const made = await provider(at, at.office)
  const rule = { match: 'all', conditions: [{ field: 'userName', how: 'starts', text: `boss${at.office.slice(-6)}` }] }
  const labelId = newId()
  await db()
    .insertInto('userLabel')
    .values({ id: labelId, name: labelId, rule: JSON.stringify(rule) })
    .execute()
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: at.unheld })
  expect(await comes(made, { preferred_username: `boss${at.office.slice(-6)}1` })).toContain(BEYOND)
  expect(await comes(made)).toEqual([at.office])
})

test('N-02 once the administrator who set the organisation is disabled or loses it, no account is created until another saves it', async () => {
  const at = await branch()
  const made = await provider(at, at.office)
  await server.admin.call(org.move, { body: { ids: [at.office], targetParentId: '1' } })
  expect(await comes(made)).toContain(BEYOND)
  await server.admin.call(org.move, { body: { ids: [at.office], targetParentId: at.root } })
  expect(await comes(made)).toEqual([at.office])
  await db().updateTable('users').set({ status: 0 }).where('id', '=', at.self).execute()
  expect(await comes(made)).toContain(BEYOND)
  await server.admin.call(identityProvider.update, { body: await editOf({ as: server.admin }, made.id, {}) })
  expect(await comes(made)).toEqual([at.office])
})
