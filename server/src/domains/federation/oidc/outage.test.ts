import { expect, inject, test } from 'vitest'
import { portTo } from '../../../../test/database-port.ts'
import { startTestServer } from '../../../../test/harness.ts'
import { application, basic, Browser, issuerOf, post, request, signInTo } from '../../../../test/oidc.ts'

test('R3 while the database is out, OpenID Connect answers 503: programs read temporarily_unavailable, users a page', async () => {
  const server = await startTestServer()
  const databasePort = await portTo(inject('connection'))
  const lines: string[] = []
  const node = await startTestServer({ beside: server, connection: databasePort.connection, log: line => lines.push(line) })
  try {
    const userId = await server.given.user()
    const { clientId, config } = await application(server, userId)
    const browser = new Browser()
    await browser.signIn(server, userId)
    const { tokens } = await signInTo(server, browser, config)
    const own = basic(clientId)
    const { url } = await request(config)
    const here = (address: string | URL) => String(address).replace(server.address, node.address)
    const askedByPrograms = () =>
      Promise.all([
        post(node, '/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, basic(clientId, 'wrong secret')),
        post(node, '/token/introspection', { token: tokens.access_token }, own),
        post(node, '/token/revocation', { token: 'unknown' }, own),
        post(node, '/device/auth', { scope: 'openid' }, own),
        post(node, '/request', { response_type: 'code', scope: 'openid' }, own),
        post(node, '/me', {}, { authorization: `Bearer ${tokens.access_token}` }),
      ])
    const openedByUsers = () =>
      Promise.all(
        [url, `${issuerOf(node)}/session/end?client_id=${clientId}`, `${issuerOf(node)}/device?user_code=AAAA-AAAA`].map(async address => {
          const answer = await browser.go(here(address))
          return { status: answer.status, body: await answer.text() }
        }),
      )
    const statuses = async () => [...(await askedByPrograms()), ...(await openedByUsers())].map(({ status }) => status)
    const before = await statuses()
    expect(before.filter(status => status >= 500)).toEqual([])
    databasePort.shut()
    for (const { status, body } of await askedByPrograms()) {
      expect([status, body]).toEqual([503, { error: 'temporarily_unavailable', error_description: expect.any(String) as string }])
    }
    for (const { status, body } of await openedByUsers()) {
      expect([status, body]).toEqual([503, expect.stringContaining('服务暂时不可用，请稍后重试')])
      expect(body).not.toMatch(/ECONN|hufu_|postgres|server_error/)
    }
    expect(lines.filter(line => line.includes('"msg":"defect"'))).toEqual([])
    await databasePort.open()
    await expect.poll(statuses).toEqual(before)
  } finally {
    await databasePort.open()
    await node.close()
    databasePort.shut()
    await server.close()
  }
})
