import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '@hufu/contract/calls'
import { openapi } from '@hufu/contract/federation/openapi'
import { file } from '@hufu/contract/operations/file'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import type { OpenApi, Operation } from '../../../platform/http/openapi.ts'

let server: TestServer
let document: OpenApi
beforeAll(async () => {
  server = await startTestServer()
  const { bytes } = await server.admin.send(openapi.json)
  document = JSON.parse(bytes.toString()) as OpenApi
})
afterAll(() => server.close())

const operations = () => Object.values(document.paths).flatMap(methods => Object.values(methods))

test('every call of the contract stands in the document, also under its other names, with its permit', () => {
  for (const [noun, calls] of Object.entries(allCalls))
    for (const [name, call] of Object.entries(calls))
      for (const path of [call.path, ...call.alias]) {
        const operation = document.paths[path]?.[call.method === 'GET' ? 'get' : 'post']
        expect(operation?.tags, `${noun}.${name} at ${path}`).toEqual([noun])
        expect(operation?.['x-hufu-permit']).toEqual(call.permit)
        expect(operation?.security.length === 0).toBe(call.permit === 'anyone')
      }
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every reference leads to a schema, also from a schema to itself', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref!)
  expect(refs.length).toBeGreaterThan(100)
  const lost = refs.filter(ref => {
    let at: unknown = document
    for (const step of ref.replace(/^#\//, '').split('/')) at = (at as Record<string, unknown> | undefined)?.[step]
    return !ref.startsWith('#/') || at === undefined
  })
  expect(lost).toEqual([])
})

test('names of components have the form OpenAPI requires', () => {
  expect(document.openapi).toBe('3.1.1')
  for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
})

test('a page has its paging as optional numbers with their defaults', () => {
  const current = document.paths['/v3/user/page']?.get?.parameters?.find(({ name }) => name === 'current')
  expect(current).toMatchObject({ required: false, schema: { type: 'integer', default: 1, minimum: 1 } })
})

test('an upload is multipart with its file, a download is bytes', () => {
  const contents = (operation: Operation | undefined) => Object.keys(operation?.requestBody?.content ?? {})
  const uploads = Object.values(allCalls).flatMap(calls => Object.values(calls).filter(({ transport }) => transport === 'upload'))
  for (const { path } of uploads) expect(contents(document.paths[path]?.post)).toEqual(['multipart/form-data'])
  expect(uploads.length).toBeGreaterThan(0)
  expect(JSON.stringify(document.paths[openapi.page.path]?.get?.responses)).toContain('application/octet-stream')
})

test('FILE-04, FILE-05, 0134 the document says what hasTemporary of an upload does, and what it cannot do', () => {
  const about = (path: string) => document.paths[path]?.post?.parameters?.find(({ name }) => name === 'hasTemporary')
  for (const { path } of [file.upload, file.uploadPicture])
    expect(JSON.stringify(about(path)), path).toContain('所有上传的文件在被引用之前都是临时的')
  expect(JSON.stringify(about(file.upload.path))).toContain('本参数不起作用')
})

test('only a super administrator reads the document or the page', async () => {
  const someone = await server.as(await server.given.user())
  await someone.refused('forbidden', openapi.json)
  await server.nobody.refused('signInAgain', openapi.json)
  expect((await someone.send(openapi.page)).status).toBe(403)
  expect((await server.nobody.send(openapi.page)).status).toBe(401)
})

test('the page shows every call, runs nothing and loads nothing', async () => {
  const { bytes, headers, status } = await server.admin.send(openapi.page)
  const html = bytes.toString()
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  for (const { operationId } of operations()) expect(html).toContain(`id="${operationId}"`)
  expect(html).not.toMatch(/<script|src=|https?:\/\//)
  const chapters = [...html.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, title]) => title!)
  expect(chapters.length).toBeGreaterThan(40)
  expect(chapters.filter(title => !/\p{Script=Han}/u.test(title))).toEqual([])
})
