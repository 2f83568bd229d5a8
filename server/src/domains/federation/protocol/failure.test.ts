import { expect, inject, test } from 'vitest'
import { portTo } from '../../../../test/database-port.ts'
import { startTestServer } from '../../../../test/harness.ts'

const PAGES = [
  '/protocols/saml/metadata',
  '/protocols/saml/go?r=unknown',
  '/protocols/saml/start/nobody',
  '/protocols/cas/login?service=https%3A%2F%2Fnobody.example.com',
  '/protocols/cas/serviceValidate?service=https%3A%2F%2Fnobody.example.com&ticket=ST-x',
  '/protocols/upstream/nobody/start',
  '/protocols/upstream/nobody/callback?state=x',
]

test('R3 while the database is out, the pages of SAML, CAS and identity providers answer 503 and say to try again', async () => {
  const server = await startTestServer()
  const databasePort = await portTo(inject('connection'))
  const lines: string[] = []
  const node = await startTestServer({ beside: server, connection: databasePort.connection, log: line => lines.push(line) })
  try {
    const statuses = () =>
      Promise.all(PAGES.map(async path => [path, (await fetch(node.address + path, { redirect: 'manual' })).status] as const))
    const before = await statuses()
    expect(before.filter(([, status]) => status >= 500)).toEqual([])
    databasePort.shut()
    for (const path of PAGES) {
      const answer = await fetch(node.address + path, { headers: { 'accept-language': 'zh-CN' }, redirect: 'manual' })
      expect([path, answer.status]).toEqual([path, 503])
      const html = await answer.text()
      expect([path, html]).toEqual([path, expect.stringContaining('服务暂时不可用，请稍后重试')])
      expect([path, html]).toEqual([path, expect.not.stringMatching(/ECONN|hufu_|postgres/)])
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
