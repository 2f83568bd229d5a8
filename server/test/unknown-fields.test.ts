import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from '@hufu/contract/call'
import { org } from '@hufu/contract/directory/org'
import { uncheckedFields } from '@hufu/contract/shapes'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { client } from './api-clients.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { calls } from './walk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const STRAY = 'strayField'
const file = { name: 'x.txt', bytes: Buffer.from('x') }
const takesList = ({ body }: AnyCall) => body instanceof z.ZodArray
// Calls for API clients are tested below; signing out would end the session.
const walked = calls.filter(({ call }) => call.transport !== 'page' && call.permit !== 'client' && call !== signIn.logout)

async function messagesAbout(call: AnyCall, place: 'query' | 'body') {
  const body = takesList(call) ? [] : {}
  const { envelope } = await server.admin.send(call, {
    query: place === 'query' ? { [STRAY]: 'x' } : {},
    ...(call.method === 'POST' && { body: place === 'body' ? { [STRAY]: 'x' } : body }),
    ...(call.transport === 'upload' && { file }),
  } as object)
  return envelope
}
// USER-05: the caller's own record is accepted as it was read, and its ids are ignored.
const isLoose = (call: AnyCall) => call === user.updateOwn
const named = { code: 'global_prompt', message: expect.stringContaining(STRAY), data: { field: STRAY, reason: '未知字段' } }

test('N-09 every POST call refuses an unknown query field by name', async () => {
  const wrong: unknown[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'POST')) {
    const envelope = await messagesAbout(call, 'query')
    if ((envelope.data as { field?: string } | null)?.field !== STRAY) wrong.push([name, envelope])
    else expect(envelope, name).toMatchObject(named)
  }
  expect(wrong).toEqual([])
})

test('N-09 every call refuses an unknown body field by name', async () => {
  const wrong: unknown[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'POST' && !takesList(one.call) && !isLoose(one.call))) {
    const envelope = await messagesAbout(call, 'body')
    if ((envelope.data as { field?: string } | null)?.field !== STRAY) wrong.push([name, envelope])
    else expect(envelope, name).toMatchObject(named)
  }
  expect(wrong).toEqual([])
})

test('D-07 a reading call ignores unknown parameters', async () => {
  const problems: string[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'GET')) {
    const envelope = await messagesAbout(call, 'query')
    if ((envelope.data as { field?: string } | null)?.field === STRAY) problems.push(name)
  }
  expect(problems).toEqual([])
})

test('N-09 calls of systems refuse unknown fields by name, too', async () => {
  const own = calls.filter(({ call }) => call.permit === 'client')
  expect(own).not.toEqual([])
  for (const { call, name } of own) {
    const { headers } = await client(server, [call])
    const ask = (query: string, body: object) =>
      fetch(`${server.address}/api${call.path}${query}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(answer => answer.json())
    expect(await ask(`?${STRAY}=x`, {}), name).toMatchObject(named)
    expect(await ask('', { [STRAY]: 'x' }), name).toMatchObject(named)
  }
})

test('N-09 v3/user/update accepts the record as read, and refuses an unknown field by name', async () => {
  const id = await server.given.user({ realName: '未知字段' })
  const record = await server.admin.call(user.byId, { query: { id } })
  expect(await server.admin.call(user.update, { body: { ...record, remark: '改过' } as never })).toBe(true)
  const fresh = await server.admin.call(user.byId, { query: { id } })
  const { envelope } = await server.admin.send(user.update, { body: { ...fresh, remark: '又改', [STRAY]: 'x' } as never })
  expect(envelope).toMatchObject(named)
  expect((await server.admin.call(user.byId, { query: { id } })).remark).toBe('改过')
})

test('N-09 an import refuses an unknown part beside its file by name, and imports nothing', async () => {
  const imports = [
    user.importInsert,
    user.importUpdate,
    user.importInsertUserOrg,
    user.importUpdateUserOrg,
    user.importCheck,
    org.importInsert,
  ]
  for (const call of imports) {
    const { envelope } = await server.admin.send(call, { file, body: { [STRAY]: 'x' } } as never)
    expect(envelope, call.path).toMatchObject(named)
  }
  expect(await server.kernel.db.selectFrom('importPlan').select('id').execute()).toEqual([])
})

/** Every object schema within a schema, at any depth, that ignores unknown fields. */
function openObjects(schema: unknown, at: string): string[] {
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries(schema.shape).flatMap(([name, field]) => openObjects(field, `${at}.${name}`))
    return schema.def.catchall instanceof z.ZodNever || !at.includes('.') ? inner : [at, ...inner]
  }
  if (schema instanceof z.ZodArray) return openObjects(schema.element, `${at}.[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => openObjects(option, at))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return openObjects(schema.unwrap(), at)
  return schema instanceof z.ZodPipe ? openObjects(schema.in, at) : []
}

// The browser defines the fields of an authenticator's answer, and WebAuthn adds new ones.
const ofBrowsers = /\.(assertion|attestation)(\.response)?$/

test('N-09 nested objects of a body refuse unknown fields as well', () => {
  const open = calls.flatMap(({ call, name }) => openObjects(call.body, name.replace('.', '/')))
  expect(open.filter(at => !ofBrowsers.test(at))).toEqual([])
})

test('D-14 each exempt field has a reason; in every other text < and > are refused', async () => {
  const fields = walked.flatMap(({ call, name }) =>
    call.method === 'POST' && call.body instanceof z.ZodObject ? Object.keys(call.body.shape).map(field => ({ call, name, field })) : [],
  )
  const wrong: unknown[] = []
  for (const { call, name, field } of fields) {
    const { envelope } = await server.admin.send(call, { body: { [field]: 'a<b' }, ...(call.transport === 'upload' && { file }) } as never)
    if ((envelope.code === '10006') === field in uncheckedFields) wrong.push([name, field, envelope])
  }
  expect(wrong).toEqual([])
  expect(Object.values(uncheckedFields).filter(reason => reason.length < 10)).toEqual([])
  const exempt =
    'password oldPassword pwd secret defaultPassword passwordBlacklist configValue data mapping headers metadata params options nodes edges cert sign image query queryStr'
  expect(Object.keys(uncheckedFields).sort()).toEqual(exempt.split(' ').sort())
})
