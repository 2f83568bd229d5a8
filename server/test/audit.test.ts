import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '@hufu/contract/calls'
import { config } from '@hufu/contract/operations/config'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { startTestServer, type TestServer, type Subject } from './harness.ts'
import { lastRecord, recordsOf as leftBy } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const last = () => lastRecord(server)
const recordsOf = (act: () => Promise<unknown>) => leftBy(server, act)
let n = 0
const draft = (more: Record<string, unknown> = {}) => ({ parentId: '1', name: `审计${++n}`, code: `AU${n}`, ...more })

/** The verifier: rebuilds every digest from the row and follows each chain from its first record. */
async function problemsOfChain(): Promise<string[]> {
  const { rows } = await server.kernel.pool.query<{ lane: number; seq: number; text: string; prevDigest: string; digest: string }>(
    `select lane, seq, oper_log_text(o) as text, prev_digest as "prevDigest", digest from oper_log o order by lane, seq`,
  )
  const ends = new Map<number, { seq: number; digest: string }>()
  return rows.flatMap(({ lane: chain, seq, text, prevDigest, digest }) => {
    const before = ends.get(chain) ?? { seq: 0, digest: '' }
    ends.set(chain, { seq, digest })
    const whole =
      seq === before.seq + 1 && prevDigest === before.digest && createHash('sha256').update(text, 'utf8').digest('hex') === digest
    return whole ? [] : [`${chain}:${seq}`]
  })
}

test('T28, D-60, D-73 a change leaves one record: who, from where, what and the result', async () => {
  const id = await server.given.user({ realName: '审计甲' })
  await server.given.role(id, '/organiz/org-list#*')
  const they = await server.as(id)
  expect(await recordsOf(() => they.call(org.save, { body: draft() }))).toBe(1)
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  const path = { module: 'org', operateType: 'save', method: 'POST', path: '/v3/org/save' }
  expect(await last()).toMatchObject({
    userId: id,
    userName,
    ip: '127.0.0.1',
    ...path,
    code: 'success',
    target: expect.stringMatching(/^[0-9a-f]{32}$/),
    sessionId: expect.any(String),
  })
  expect(await recordsOf(() => they.refused('orgCodeTaken', org.save, { body: { parentId: '1', name: '别', code: 'ROOT' } }))).toBe(1)
  expect(await last()).toMatchObject({ userId: id, ...path, code: 'global_prompt', message: '编码已存在' })
  expect(await recordsOf(() => they.refused('forbidden', config.refresh))).toBe(1)
  expect(await last()).toMatchObject({ userId: id, module: 'config', operateType: 'refresh', code: '4403' })
  expect(await recordsOf(() => they.call(org.tree))).toBe(0)
})

test('T28 every changing call leaves exactly one record, whether allowed, refused or denied', async () => {
  const outsider = await server.as(await server.given.user())
  const subjects: Subject[] = [server.admin, outsider]
  for (const calls of Object.values(allCalls))
    for (const call of Object.values(calls).filter(one => one.permit !== 'anyone' && one.permit !== 'client')) {
      for (const subject of subjects) {
        const answers: { envelope: { code: string } }[] = []
        // Logging out would end the session the rest of the walk needs.
        const at = call === signIn.logout ? await server.as('1') : subject
        const left = await recordsOf(async () => answers.push(await at.send(call)))
        const recorded = call.changes || answers[0]!.envelope.code === '4403'
        expect(left, `${call.path} ${answers[0]!.envelope.code}`).toBe(recorded ? 1 : 0)
      }
    }
})

test('T28, D-73 every chain verifies, also after two hundred concurrent changes, and an edited row is detected', async () => {
  const bodies = Array.from({ length: 200 }, () => draft())
  await Promise.all(bodies.map(body => server.admin.call(org.save, { body })))
  expect((await server.kernel.pool.query('select distinct lane from oper_log')).rows.length).toBe(8)
  expect(await problemsOfChain()).toEqual([])
  const client = await server.kernel.pool.connect()
  try {
    // Only the owner of the table can, by disabling the trigger that guards it; the verifier notices.
    await client.query(`begin; alter table oper_log disable trigger oper_log_kept;
      update oper_log set message = 'edited' where (lane, seq) = (select lane, seq from oper_log where seq > 2 limit 1); alter table oper_log enable trigger oper_log_kept; commit`)
  } finally {
    client.release()
  }
  expect((await problemsOfChain()).length).toBe(1)
})

test('T28, D-73 a record cannot be updated, deleted or truncated', async () => {
  const before = await last()
  for (const statement of [
    "update oper_log set message = 'x'",
    'delete from oper_log',
    'truncate oper_log',
    'delete from oper_log where false',
  ])
    await expect(server.kernel.pool.query(statement), statement).rejects.toThrow('audit records are never changed')
  expect(await last()).toEqual(before)
})

test('T28, D-73 a change whose record cannot be written is not done', async () => {
  const body = draft()
  await server.kernel.pool.query('alter table oper_log add constraint closed check (seq < 0) not valid')
  try {
    const answer = await server.admin.send(org.save, { body })
    expect([answer.status, answer.envelope.code]).toEqual([500, 'service_error'])
    expect((await server.admin.send(menus.setStatus, { body: { id: 'audit_sms', status: 0 } })).status).toBe(500)
    const session = await server.as('1')
    expect((await session.send(signIn.logout)).status).toBe(500)
    expect(await session.call(self.isAdmin)).toBe(true)
  } finally {
    await server.kernel.pool.query('alter table oper_log drop constraint closed')
  }
  expect(await server.admin.call(org.codeTaken, { query: { code: body.code } })).toBe(false)
  expect((await server.admin.call(menus.byId, { query: { id: 'audit_sms' } })).status).toBe(1)
  await server.admin.call(org.save, { body })
})
