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
// Systems call as themselves and are asked below; logging out ends the session.
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
// USER-05: one's own record is taken as it is, with ids that are passed over.
const isLoose = (call: AnyCall) => call === user.updateOwn
const named = { code: 'global_prompt', message: expect.stringContaining(STRAY), data: { field: STRAY, reason: '未知字段' } }

test('N-09 every call that is sent refuses a query field it does not have, by name', async () => {
  const wrong: unknown[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'POST')) {
    const envelope = await messagesAbout(call, 'query')
    if ((envelope.data as { field?: string } | null)?.field !== STRAY) wrong.push([name, envelope])
    else expect(envelope, name).toMatchObject(named)
  }
  expect(wrong).toEqual([])
})

test('N-09 every call refuses a field of its body that it does not have, by name', async () => {
  const wrong: unknown[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'POST' && !takesList(one.call) && !isLoose(one.call))) {
    const envelope = await messagesAbout(call, 'body')
    if ((envelope.data as { field?: string } | null)?.field !== STRAY) wrong.push([name, envelope])
    else expect(envelope, name).toMatchObject(named)
  }
  expect(wrong).toEqual([])
})

test('D-07 a call that only reads ignores parameters it does not know', async () => {
  const problems: string[] = []
  for (const { call, name } of walked.filter(one => one.call.method === 'GET')) {
    const envelope = await messagesAbout(call, 'query')
    if ((envelope.data as { field?: string } | null)?.field === STRAY) problems.push(name)
  }
  expect(problems).toEqual([])
})

test('N-09 a system that calls as itself is told of unknown fields too', async () => {
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

test('N-09 v3/user/update takes the record as it was got, and names a field the record does not have', async () => {
  const id = await server.given.user({ realName: '未知字段' })
  const record = await server.admin.call(user.byId, { query: { id } })
  expect(await server.admin.call(user.update, { body: { ...record, remark: '改过' } as never })).toBe(true)
  const fresh = await server.admin.call(user.byId, { query: { id } })
  const { envelope } = await server.admin.send(user.update, { body: { ...fresh, remark: '又改', [STRAY]: 'x' } as never })
  expect(envelope).toMatchObject(named)
  expect((await server.admin.call(user.byId, { query: { id } })).remark).toBe('改过')
})

test('N-09 a part of an import beside its file is refused by name, and nothing is imported', async () => {
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

/** Every object of named fields within a schema, at any depth, that passes over what it does not know. */
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

// What an authenticator answers is the browser's to name: WebAuthn adds fields to it.
const ofBrowsers = /\.(assertion|attestation)(\.response)?$/

test('N-09 an object inside a body refuses unknown fields as well', () => {
  const open = calls.flatMap(({ call, name }) => openObjects(call.body, name.replace('.', '/')))
  expect(open.filter(at => !ofBrowsers.test(at))).toEqual([])
})

test('D-14 each exempt field has its reason; in every other text < and > are refused', async () => {
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
