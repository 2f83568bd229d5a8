import { createHash } from 'node:crypto'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_KEY as KEY, EVENT_TOKEN as TOKEN, sealedForFeishu } from '../../../../../../test/cloud-events.ts'
import { startTestServer, type TestServer } from '../../../../../../test/harness.ts'
import { openEnvelope, sealEnvelope, signEnvelope } from './callback.ts'

let server: TestServer
beforeAll(async () => {
  // No jobs run, so that the stored hints can be checked.
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
async function source(type: 'wecom' | 'dingtalk' | 'feishu', options: Record<string, unknown>, identity = 'id') {
  const body = {
    name: `回调${++serial}`,
    direction: 'in' as const,
    objectType: 'user' as const,
    type,
    options,
    secret: 'the secret of the application',
    headers: { eventToken: TOKEN, eventKey: KEY },
    mapping: [
      { to: 'originUserId', from: identity },
      { to: 'userName', from: 'id' },
      { to: 'realName', from: 'name' },
    ],
  }
  const { id } = await server.admin.call(sync.save, { body })
  const { inboxKey } = await server.admin.call(sync.byId, { query: { id } })
  const address = `${server.address}/api/publicApi/syncEvent/${inboxKey}`
  const hints = async () => (await server.kernel.pool.query('select object_type, origin_id from sync_hint where sync_id = $1 order by 1, 2', [id])).rows // prettier-ignore
  return { id, address, hints }
}
const seconds = () => String(Math.floor(server.kernel.now().getTime() / 1000))

test('D-56 WeCom verifies the address by GET, and reports users and departments by XML', async () => {
  const keys = { token: TOKEN, aesKey: KEY, owner: 'ww1' }
  const { address, hints } = await source('wecom', { corpId: 'ww1' })
  const echo = sealEnvelope(keys, '1616140317555161061', { timestamp: seconds(), nonce: 'n1' })
  const query = new URLSearchParams({ msg_signature: echo.signature, timestamp: echo.timestamp, nonce: echo.nonce, echostr: echo.encrypt })
  expect(await (await fetch(`${address}?${query}`)).text()).toBe('1616140317555161061')

  const tell = async (xml: string, { timestamp = seconds(), signature }: { timestamp?: string; signature?: string } = {}) => {
    const sealed = sealEnvelope(keys, xml, { timestamp, nonce: 'n2' })
    const parameters = new URLSearchParams({ msg_signature: signature ?? sealed.signature, timestamp, nonce: 'n2' })
    const body = `<xml><ToUserName><![CDATA[ww1]]></ToUserName><Encrypt><![CDATA[${sealed.encrypt}]]></Encrypt></xml>`
    const send = () => fetch(`${address}?${parameters}`, { method: 'POST', body, headers: { 'content-type': 'text/xml' } })
    return { first: await send(), again: await send() }
  }
  const user =
    '<xml><ChangeType><![CDATA[update_user]]></ChangeType><UserID><![CDATA[zhangsan]]></UserID><NewUserID><![CDATA[zhangsan2]]></NewUserID></xml>'
  const { first, again } = await tell(user)
  expect([first.status, await first.text(), again.status]).toEqual([200, 'success', 200])
  await tell('<xml><ChangeType><![CDATA[create_party]]></ChangeType><Id>7</Id></xml>')
  const answers = [
    { object_type: 'org', origin_id: '7' },
    { object_type: 'user', origin_id: 'zhangsan' },
    { object_type: 'user', origin_id: 'zhangsan2' },
  ]
  expect(await hints()).toEqual(answers)
  const late = await tell(user.replace('zhangsan', 'old'), { timestamp: String(Number(seconds()) - 400) })
  const forged = await tell(user.replace('zhangsan', 'forged'), {
    signature: signEnvelope('other', { timestamp: seconds(), nonce: 'n2', encrypt: 'x' }),
  })
  expect([late.first.status, forged.first.status]).toEqual([401, 401])
  expect(await forged.first.text()).toBe('')
  expect(await hints()).toEqual(answers)
})

test('D-56 an event that arrives twice is taken once, and not read again after it was handled', async () => {
  const keys = { token: TOKEN, aesKey: KEY, owner: 'key1' }
  const { id, address, hints } = await source('dingtalk', { appKey: 'key1' })
  const sealed = sealEnvelope(keys, JSON.stringify({ EventType: 'user_modify_org', UserId: ['u1', 'u2'] }), {
    timestamp: `${seconds()}000`,
    nonce: 'n',
  })
  const send = () =>
    fetch(`${address}?${new URLSearchParams({ signature: sealed.signature, timestamp: sealed.timestamp, nonce: sealed.nonce })}`, {
      method: 'POST',
      body: JSON.stringify({ encrypt: sealed.encrypt }),
      headers: { 'content-type': 'application/json' },
    })
  const answer = (await (await send()).json()) as { msg_signature: string; timeStamp: string; nonce: string; encrypt: string }
  const { msg_signature: signature, timeStamp: timestamp, nonce, encrypt } = answer
  expect(openEnvelope(keys, { signature, timestamp, nonce, encrypt })).toBe('success')
  expect(await hints()).toHaveLength(2)
  await server.kernel.pool.query('delete from sync_hint where sync_id = $1', [id])
  expect((await send()).status).toBe(200)
  expect(await hints()).toEqual([])
})

test('D-56 the challenge of Feishu is answered, and its signature is checked on the body as received', async () => {
  const { address, hints } = await source('feishu', { appId: 'cli1' })
  const send = (body: string, signed = body) => {
    const time = seconds()
    const signature = createHash('sha256').update(`${time}nonce${KEY}${signed}`).digest('hex')
    const headers = { 'x-lark-signature': signature, 'x-lark-request-timestamp': time, 'x-lark-request-nonce': 'nonce' }
    return fetch(address, { method: 'POST', body, headers })
  }
  const challenge = await fetch(address, {
    method: 'POST',
    body: sealedForFeishu({ type: 'url_verification', challenge: 'c1', token: 't' }),
  })
  expect(await challenge.json()).toEqual({ challenge: 'c1' })
  const event = (type: string, object: object) =>
    sealedForFeishu({ schema: '2.0', header: { event_id: `e${++serial}`, event_type: type }, event: { object } })
  const deleted = event('contact.user.deleted_v3', { open_id: 'ou_1' })
  expect((await send(deleted)).status).toBe(200)
  expect((await send(event('contact.user.deleted_v3', { open_id: 'ou_2' }), deleted)).status).toBe(401)
  expect((await send(event('contact.scope.updated_v3', {}))).status).toBe(200)
  expect(await hints()).toEqual([
    { object_type: 'user', origin_id: '*' },
    { object_type: 'user', origin_id: 'ou_1' },
  ])
})

test('F7, D-56 of the three ids in a Feishu event the one is kept by which the task identifies users', async () => {
  const body = sealedForFeishu({
    schema: '2.0',
    header: { event_id: 'three', event_type: 'contact.user.updated_v3' },
    event: { object: { open_id: 'ou_1', union_id: 'on_1', user_id: 'u1' } },
  })
  const send = async (address: string) => {
    const time = seconds()
    const signature = createHash('sha256').update(`${time}nonce${KEY}${body}`).digest('hex')
    const headers = { 'x-lark-signature': signature, 'x-lark-request-timestamp': time, 'x-lark-request-nonce': 'nonce' }
    expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(200)
  }
  const cases = [
    [{ appId: 'cli3' }, 'id', ['ou_1']],
    [{ appId: 'cli3', userIdType: 'union_id' }, 'id', ['on_1']],
    [{ appId: 'cli3' }, 'user_id', ['ou_1', 'u1']],
  ] as const
  for (const [options, identity, objects] of cases) {
    const { address, hints } = await source('feishu', options, identity)
    await send(address)
    expect((await hints()).map(row => row.origin_id)).toEqual(objects)
  }
})

test('D-56 an unknown address, a disabled task and a body that is too large are refused without details', async () => {
  const { id, address } = await source('feishu', { appId: 'cli2' })
  expect((await fetch(address.replace(/.$/, 'x'), { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
  expect((await fetch(address, { method: 'POST', body: 'no json' })).status).toBe(401)
  await server.admin.call(sync.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect((await fetch(address, { method: 'POST', body: '{"encrypt":""}' })).status).toBe(401)
})
