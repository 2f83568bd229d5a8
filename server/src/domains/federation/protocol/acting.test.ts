import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApps } from '@hufu/contract/apps/account-apps'
import { application, Browser, CALLBACK, request, signInTo } from '../../../../test/oidc.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { postedIn, statusIn, TestSp, xmlIn } from '../../../../test/saml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => server.close())

/** A signed-in user with jobs in two organisations, the first of which is the main one. */
async function worker() {
  const { given, kernel } = server
  const [main, other] = [await given.org({ name: `市局${given.next()}` }), await given.org({ name: `<科> & 室${given.next()}` })]
  const userId = await given.user({ org: main, others: [other] })
  const jobs = await kernel.db.selectFrom('job').select(['id', 'orgId']).where('userId', '=', userId).execute()
  const jobIn = (orgId: string) => jobs.find(job => job.orgId === orgId)!.id
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { userId, browser, main, other, mainJob: jobIn(main), otherJob: jobIn(other) }
}
type Worker = Awaited<ReturnType<typeof worker>>

/** The question on the page: the address of its form, and the jobs it offers. */
async function questionIn(answer: Response) {
  const html = await answer.text()
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
  return {
    html,
    action: new URL(/<form class="jobs" method="post" action="([^"]*)"/.exec(html)?.[1] ?? '/none', server.address),
    jobs: [...html.matchAll(/<button class="job" name="job" value="([^"]*)"/g)].map(([, id]) => id),
    asked: value('asked'),
    policy: answer.headers.get('content-security-policy') ?? '',
  }
}
const choose = (browser: Browser, action: URL, form: Record<string, string>) =>
  browser.go(action, { method: 'POST', body: new URLSearchParams(form) })
const orgOf = (claims: Record<string, unknown> | undefined) => (claims?.acting_job as { org: { id: string } } | undefined)?.org.id

/** Signs in to an application that asks for a job, and answers with this job. */
async function signInAs({ browser }: Worker, config: client.Configuration, job: string, more: Record<string, string> = {}) {
  const { url, checks } = await request(config, more)
  const { answer } = await browser.follow(server, url)
  const { action, jobs, policy } = await questionIn(answer)
  const chosen = await choose(browser, action, { job })
  const back = await browser.follow(server, new URL(chosen.headers.get('location')!, server.address))
  return { jobs, policy, back, tokens: await client.authorizationCodeGrant(config, back.url, checks) }
}

test('OP-90 where the application does not ask, a user with several jobs signs in with the main one', async () => {
  const they = await worker()
  const { config } = await application(server, they.userId)
  const { tokens } = await signInTo(server, they.browser, config)
  expect(orgOf(tokens.claims())).toBe(they.main)
})

test('OP-90 where the application asks, the user chooses a job once per session, and every token carries it', async () => {
  const they = await worker()
  const { config } = await application(server, they.userId, { asksJob: 1 })
  const { jobs, policy, tokens } = await signInAs(they, config, they.otherJob, { scope: 'openid org offline_access', prompt: 'consent' })
  expect(jobs).toEqual([they.mainJob, they.otherJob])
  expect(policy).toContain(`form-action 'self' ${new URL(CALLBACK).origin};`)
  expect(orgOf(tokens.claims())).toBe(they.other)
  expect((tokens.claims()!.org as { id: string }).id).toBe(they.main)
  const userInfo = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub)
  expect(orgOf(userInfo)).toBe(they.other)
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect(orgOf(renewed.claims())).toBe(they.other)
  // The second time the user is not asked, and the tokens carry the same job.
  expect(orgOf((await signInTo(server, they.browser, config)).tokens.claims())).toBe(they.other)
  // In another session the user is asked again.
  const elsewhere = new Browser()
  await elsewhere.signIn(server, they.userId)
  const { answer } = await elsewhere.follow(server, (await request(config)).url)
  expect((await questionIn(answer)).jobs).toHaveLength(2)
})

test('OP-90 a user with one job is not asked', async () => {
  const { given } = server
  const [userId, browser] = [await given.user({ org: await given.org() }), new Browser()]
  await browser.signIn(server, userId)
  const { config } = await application(server, userId, { asksJob: 1 })
  expect((await signInTo(server, browser, config)).tokens.claims()?.acting_job).toMatchObject({ main: true })
})

test('OP-90 prompt=none without a chosen job is interaction_required, and succeeds once one is chosen', async () => {
  const they = await worker()
  const { config } = await application(server, they.userId, { asksJob: 1 })
  const silent = await they.browser.follow(server, (await request(config, { prompt: 'none' })).url)
  expect(silent.url.searchParams.get('error')).toBe('interaction_required')
  await signInAs(they, config, they.otherJob)
  const { tokens } = await signInTo(server, they.browser, config, { prompt: 'none' })
  expect(orgOf(tokens.claims())).toBe(they.other)
})

test('OP-90 OP-50 a user who approves a device chooses its job, and the tokens carry it', async () => {
  const they = await worker()
  const { config } = await application(server, they.userId, { asksJob: 1 })
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid org offline_access' })
  const xsrf = async (answer: Response) => /name="xsrf" value="([^"]+)"/.exec(await answer.text())![1]!
  const first = await xsrf(await they.browser.go(device.verification_uri))
  const confirmed = await they.browser.go(device.verification_uri, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: first, user_code: device.user_code, confirm: 'yes' }),
  })
  const { answer } = await they.browser.follow(server, new URL(confirmed.headers.get('location')!, server.address))
  const { action, jobs } = await questionIn(answer)
  expect(jobs).toEqual([they.mainJob, they.otherJob])
  const chosen = await choose(they.browser, action, { job: they.otherJob })
  const done = await they.browser.follow(server, new URL(chosen.headers.get('location')!, server.address))
  expect(await done.answer.text()).toContain('设备已登录')
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })
  expect(orgOf(tokens.claims())).toBe(they.other)
  expect(orgOf((await client.refreshTokenGrant(config, tokens.refresh_token!)).claims())).toBe(they.other)
})

test('OP-90 if the chosen job ends, the main one takes its place, and the user is asked again at the next sign-in', async () => {
  const { given, kernel } = server
  const they = await worker()
  const third = await given.org()
  await kernel.db.insertInto('job').values({ id: `j${given.next()}`, userId: they.userId, orgId: third, jobType: 2, sortNum: 9 }).execute() // prettier-ignore
  const { config } = await application(server, they.userId, { asksJob: 1 })
  const { tokens } = await signInAs(they, config, they.otherJob)
  await kernel.db.deleteFrom('job').where('id', '=', they.otherJob).execute()
  expect(orgOf((await client.refreshTokenGrant(config, tokens.refresh_token!)).claims())).toBe(they.main)
  const { answer } = await they.browser.follow(server, (await request(config)).url)
  expect((await questionIn(answer)).jobs).toHaveLength(2)
})

test('OP-90 T9 nobody chooses a job of another user, from another session, or by a malformed form', async () => {
  const [they, other] = [await worker(), await worker()]
  const { config, appId } = await application(server, they.userId, { asksJob: 1 })
  const { answer } = await they.browser.follow(server, (await request(config)).url)
  const { action, html } = await questionIn(answer)
  expect(html).toContain('&lt;科&gt; &amp; 室')
  const actingJobs = () => server.kernel.db.selectFrom('actingJob').select('jobId').where('appId', '=', appId).execute()
  for (const job of [other.mainJob, 'nothing', '']) {
    const refused = await choose(they.browser, action, { job })
    expect([refused.status, new URL(refused.headers.get('location')!, server.address).pathname + '/job']).toEqual([303, action.pathname])
  }
  // Another browser, without the cookie of the user who was asked, cannot answer.
  expect((await choose(other.browser, action, { job: they.otherJob })).status).toBe(400)
  expect((await they.browser.go(action, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(400)
  expect((await they.browser.go(action, { method: 'POST', body: new URLSearchParams({ job: 'x'.repeat(40_000) }) })).status).toBe(400)
  expect(await actingJobs()).toEqual([])
})

test('OP-90 我的应用 changes the chosen job of its own session; the application gets the present one at its next request', async () => {
  const they = await worker()
  const { config, appId } = await application(server, they.userId, { asksJob: 1 })
  const { tokens } = await signInAs(they, config, they.otherJob)
  const { sessionId } = await server.kernel.db
    .selectFrom('actingJob')
    .select('sessionId')
    .where('appId', '=', appId)
    .executeTakeFirstOrThrow()
  await server.kernel.db.updateTable('actingJob').set({ jobId: they.mainJob }).where('sessionId', '=', sessionId).execute()
  expect(orgOf(await client.fetchUserInfo(config, tokens.access_token, they.userId))).toBe(they.main)
  const own = await server.as(they.userId)
  await own.call(accountApps.chooseJob, { body: { appId, jobId: they.otherJob } })
  // The choice was made in another session, so it does not count here.
  expect(orgOf(await client.fetchUserInfo(config, tokens.access_token, they.userId))).toBe(they.main)
})

const casAt = (path: string, query: Record<string, string>) =>
  `${server.address}/protocols/cas${path}?${new URLSearchParams(query).toString()}`
async function casApplication(userId: string, parts: object = {}) {
  const service = `https://cas${server.given.next()}.example.com/app/`
  const appId = await server.given.app({ protocol: 'cas', redirectUris: [service], asksJob: 1, ...parts })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  return { service, appId }
}
const validated = async (service: string, to: string | null, more: Record<string, string> = {}) => {
  const ticket = new URL(to!).searchParams.get('ticket')!
  const answer = await (await fetch(casAt('/p3/serviceValidate', { service, ticket, format: 'JSON', ...more }))).json()
  return (answer as { serviceResponse: { authenticationSuccess?: { attributes: Record<string, string[]> } } }).serviceResponse
    .authenticationSuccess?.attributes
}

test('CAS-13 a user with several jobs chooses one, and the attributes carry it; gateway does not ask', async () => {
  const they = await worker()
  const { service } = await casApplication(they.userId, { claims: JSON.stringify([{ claim: 'dept', from: 'actingOrgId' }]) })
  const quiet = await they.browser.follow(server, casAt('/login', { service, gateway: 'true' }))
  expect(quiet.url.href).toBe(service)
  const { answer } = await they.browser.follow(server, casAt('/login', { service }))
  const { action, asked: token, jobs, policy } = await questionIn(answer)
  expect(jobs).toEqual([they.mainJob, they.otherJob])
  expect(policy).toContain(`form-action 'self' ${new URL(service).origin};`)
  const chosen = await choose(they.browser, action, { job: they.otherJob, asked: token! })
  expect(await validated(service, chosen.headers.get('location'))).toMatchObject({ dept: [they.other] })
  // A question that has been answered cannot be answered again.
  expect((await choose(they.browser, action, { job: they.mainJob, asked: token! })).status).toBe(400)
  const next = await they.browser.follow(server, casAt('/login', { service, gateway: 'true' }))
  expect(await validated(service, next.url.href)).toMatchObject({ dept: [they.other] })
})

test('CAS-13 the choice of a job keeps the new authentication of renew, and a job of another user is refused', async () => {
  const [they, other] = [await worker(), await worker()]
  const { service } = await casApplication(they.userId)
  const away = await they.browser.follow(server, casAt('/login', { service, renew: 'true' }))
  const back = away.url.searchParams.get('uri')!
  await they.browser.signIn(server, they.userId)
  const first = await questionIn((await they.browser.follow(server, new URL(back, server.address))).answer)
  const again = await choose(they.browser, first.action, { job: other.mainJob, asked: first.asked! })
  const second = await questionIn(again)
  // The browser of another user has another session, so its answer is not accepted.
  const foreign = await questionIn(await choose(other.browser, second.action, { job: other.mainJob, asked: 'made up' }))
  expect(foreign.jobs).toEqual([])
  const chosen = await choose(they.browser, second.action, { job: they.otherJob, asked: second.asked! })
  const validation = await validated(service, chosen.headers.get('location'), { renew: 'true' })
  const { orgId: _, ...rest } = validation ?? {}
  expect(rest).toMatchObject({ isFromNewLogin: ['true'], actingOrgName: [expect.stringContaining('<科> & 室')] })
})

test('SAML-28, OP-90, CAS-13 a user who declines to choose a job goes back to the application without signing in', async () => {
  const they = await worker()
  const { config } = await application(server, they.userId, { asksJob: 1 })
  const { service } = await casApplication(they.userId)
  const sp = await TestSp.make(server, { app: { asksJob: 1 } })
  await server.given.grant({ subjectType: 'user', subjectId: they.userId, appId: sp.appId })
  const backFrom = async (url: string | URL) => {
    const { html } = await questionIn((await they.browser.follow(server, url)).answer)
    return new URL(/<nav><a href="([^"]*)">返回应用<\/a>/.exec(html)![1]!.replaceAll('&amp;', '&'), server.address)
  }
  const refused = await they.browser.follow(server, await backFrom((await request(config)).url))
  expect(refused.url.origin).toBe(new URL(CALLBACK).origin)
  expect(refused.url.searchParams.get('error')).toBe('access_denied')
  expect((await backFrom(casAt('/login', { service }))).href).toBe(new URL(service).href)
  const answer = postedIn(await (await they.browser.go(await backFrom(await sp.redirectUrl('r')))).text())
  expect([answer.action, answer.fields.RelayState, statusIn(answer)]).toEqual([sp.acs, 'r', ['Responder', 'AuthnFailed']])
  expect(xmlIn(answer)).not.toContain('Assertion')
  // A user who then chooses a job is let in.
  const { action, jobs, html } = await questionIn((await they.browser.follow(server, await sp.redirectUrl())).answer)
  expect(jobs).toEqual([they.mainJob, they.otherJob])
  const chosen = await choose(they.browser, action, { job: they.otherJob, r: /name="r" value="([^"]*)"/.exec(html)![1]! })
  expect(statusIn(postedIn(await chosen.text()))).toEqual(['Success'])
})
