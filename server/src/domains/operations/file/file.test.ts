import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { task } from '@hufu/contract/task'
import { menus } from '@hufu/contract/permission/menu'
import { security } from '@hufu/contract/operations/security'
import { user } from '@hufu/contract/directory/user'
import { pino } from 'pino'
import { catalogue } from '../quartz/catalogue.ts'
import { jobKinds } from '../../../background.ts'
import { startSession } from '../../../platform/access/session-lifecycle.ts'
import { storeFile } from '../../../platform/files/files.ts'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
let me: Subject
let myId: string
beforeAll(async () => {
  server = await startTestServer()
  myId = await server.given.user()
  me = await server.as(myId)
})
afterAll(() => server.close())

/** A PNG of one red pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64')
const upload = (name: string, bytes: Uint8Array, query = {}) => me.send(file.upload, { file: { name, bytes }, query })
const picture = (name: string, bytes: Uint8Array, query = {}) => me.send(file.uploadPicture, { file: { name, bytes }, query })
const infoOf = (answer: { envelope: { data: unknown } }) =>
  answer.envelope.data as { fileId: string; fileName: string; fileSize: number; url: string }
const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, n) => n % 251))

test('FILE-01, FILE-03, FILE-04, ENT-12 an upload is returned byte for byte, always as an attachment', async () => {
  const info = infoOf(await upload('季度 报告(1).pdf', bytes))
  expect(info).toMatchObject({
    fileName: '季度 报告(1).pdf',
    fileSize: bytes.length,
    contentType: 'application/pdf',
    url: `/api/v3/file/download?fileId=${info.fileId}`,
  })
  expect(info.fileId).toMatch(/^[0-9a-f]{32}$/)
  const got = await me.send(file.download, { query: { fileId: info.fileId } })
  expect(got.status).toBe(200)
  expect(got.bytes.equals(bytes)).toBe(true)
  expect(got.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('季度 报告').concat('%281%29.pdf')}`,
  )
  expect(got.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(got.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await me.call(file.describe, { query: { fileId: info.fileId } })).toMatchObject({
    fileId: info.fileId,
    fileName: '季度 报告(1).pdf',
    createTime: expect.any(String),
  })
  await me.refused('fileMissing', file.describe, { query: { fileId: 'nothere' } })
})

test('FILE-01, D-04 without a session a link answers 401 with an envelope', async () => {
  const { fileId } = infoOf(await upload('a.txt', Buffer.from('x')))
  const answer = await server.nobody.send(file.download, { query: { fileId } })
  expect(answer.status).toBe(401)
  expect(answer.envelope).toEqual({ code: 'invalid_credentials', message: '登录已失效，请重新登录', data: null })
})

test('FILE-02, FILE-05, N-07 the logo of the system is public; no other picture and no upload is', async () => {
  const logo = infoOf(await picture('logo.png', png))
  expect(logo.url).toBe(`/api/v3/file/download?fileId=${logo.fileId}`)
  await server.admin.call(security.updateBase, { body: { systemName: '系统', openGradeAdmin: true, systemLogo: logo.fileId } })
  const seen = await server.nobody.send(file.downloadPublic, { query: { fileId: logo.fileId } })
  expect(seen.status).toBe(200)
  expect(seen.headers.get('content-type')).toBe('image/png')
  expect(seen.bytes.length).toBe(logo.fileSize)
  const hidden = [infoOf(await picture('t.png', png)), infoOf(await upload('p.png', png))]
  for (const { fileId } of hidden) {
    const answer = await server.nobody.send(file.downloadPublic, { query: { fileId } })
    expect(answer.status).toBe(404)
    expect(answer.envelope).toEqual({ code: 'global_prompt', message: '文件不存在', data: null })
  }
})

test('T15, bad input 40 unknown, foreign and traversal ids and ids of others’ files get identical answers, byte for byte', async () => {
  const foreign = await server.given.user()
  const about = { fileName: 'result.xlsx', contentType: 'application/zip', ownerId: foreign, purpose: 'taskResult' as const }
  const fileId = await storeFile(server.kernel.db, about, (async function* () { yield bytes })()) // prettier-ignore
  expect((await (await server.as(foreign)).send(file.download, { query: { fileId } })).bytes.equals(bytes)).toBe(true)
  expect((await server.admin.send(file.download, { query: { fileId } })).status).toBe(200)
  const ids = ['0'.repeat(32), fileId, '../../etc/passwd', '/etc/passwd', '..%2f', 'a\0b', "1' or 1=1 --", 'x'.repeat(2000), '']
  for (const call of [file.download, file.downloadPublic, file.base64, file.describe]) {
    const answers = await Promise.all(ids.map(id => me.send(call, { query: { fileId: id } })))
    const isLink = call === file.download || call === file.downloadPublic
    for (const answer of answers) {
      expect(answer.status, call.path).toBe(isLink ? 404 : 200)
      expect(answer.bytes.toString()).toBe('{"code":"global_prompt","message":"文件不存在","data":null}')
    }
  }
  const bare = await fetch(`${server.address}/api${file.downloadPublic.path}`)
  expect(await bare.json()).toMatchObject({ code: 'global_prompt', message: '文件不存在' })
})

test('FILE-06 getBase64 returns a picture’s bytes and refuses other files', async () => {
  const { fileId } = infoOf(await picture('p.png', png))
  const { bytes: kept } = await me.send(file.download, { query: { fileId } })
  expect(await me.call(file.base64, { query: { fileId } })).toBe(`data:image/png;base64,${kept.toString('base64')}`)
  await me.refused('fileTypeRefused', file.base64, { query: { fileId: infoOf(await upload('p.png', png)).fileId } })
})

test('D-51, bad input 39 executable types are refused by name', async () => {
  for (const name of ['a.exe', 'a.BAT', 'a.svg', 'b.html', 'c.htm ', 'd.js', 'e.sh'])
    expect((await upload(name, Buffer.from('x'))).envelope, name).toMatchObject({ code: 'global_prompt', message: '文件类型不支持' })
})

test('FILE-04, N-07 an upload is deleted a day later unless something refers to it, whatever hasTemporary was', async () => {
  const [temporary, kept] = [infoOf(await upload('t.txt', Buffer.from('t'))), infoOf(await picture('k.png', png, { hasTemporary: true }))]
  await me.call(user.updateOwn, { body: { avatar: kept.fileId } })
  const ids = [temporary.fileId, kept.fileId]
  const statuses = async () =>
    (await Promise.all(ids.map(fileId => me.send(file.download, { query: { fileId } })))).map(({ status }) => status)
  const clean = () => catalogue.cleanTempFile.run(server.kernel, {})
  const aged = async (hours: number) => {
    await server.kernel.pool.query("update file set create_time = now() - $1 * interval '1 hour' where id = any ($2)", [hours, ids])
    await clean()
  }
  await aged(23)
  expect(await statuses()).toEqual([200, 200])
  await aged(25)
  expect(await statuses()).toEqual([404, 200])
  // A file no longer referred to is deleted by the next daily run.
  await me.call(user.updateOwn, { body: { avatar: null } })
  const sweep = jobKinds(server.kernel, pino({ level: 'silent' })).find(({ name }) => name === 'sweep-files')!
  await sweep.run()
  await clean()
  expect(await statuses()).toEqual([404, 404])
})

test('N-07 a name is cleaned before its type is checked', async () => {
  const hidden = ['a.exe.', 'a.exe ', 'a.exe\u202e', 'a.e\u0000xe', 'a.txt\u0000.exe', 'x/../a.bat..', 'a.ex\u200be', 'a.exe::$DATA', '．/a.EXE . .'] // prettier-ignore
  for (const name of hidden) {
    if (name.includes(':')) expect(infoOf(await upload(name, Buffer.from('x'))).fileName).toBe('a.exe__$DATA')
    else expect((await upload(name, Buffer.from('x'))).envelope, name).toMatchObject({ message: '文件类型不支持' })
  }
  expect(infoOf(await upload('..\u0000. \u202etxt.\u0085report.pdf. ', Buffer.from('x'))).fileName).toBe('txt.report.pdf')
  expect(infoOf(await upload('\u0000', Buffer.from('x'))).fileName).toBe('file')
})

test('T15 a file name is reduced to its last part, without control characters, at most 200 characters', async () => {
  expect(infoOf(await upload('../../../etc/cron.d/x.txt', Buffer.from('x'))).fileName).toBe('x.txt')
  expect(infoOf(await upload('C:\\temp\\y.txt', Buffer.from('x'))).fileName).toBe('y.txt')
  const long = infoOf(await upload(`${'长'.repeat(300)}.txt`, Buffer.from('x'))).fileName
  expect([...long].length).toBe(200)
  expect(long.endsWith('.txt')).toBe(true)
})

test('D-51 a picture above five megabytes is refused; without the part `file` nothing is stored', async () => {
  expect((await picture('big.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).envelope).toMatchObject({
    code: 'global_prompt',
    message: '文件过大',
  })
  const form = new FormData()
  form.set('other', 'x')
  const answer = await fetch(`${server.address}/api${file.upload.path}`, { method: 'POST', headers: { token: me.token! }, body: form })
  expect(await answer.json()).toMatchObject({ code: 'global_prompt', message: '请选择文件' })
})

test('R19 a multipart body that is cut off, malformed or of another type is refused without a server error', async () => {
  const whole = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n'
  const bodies: [string, string, number][] = [
    ['multipart/form-data; boundary=b', whole.slice(0, 70), 400],
    ['multipart/form-data; boundary=b', whole.slice(0, -12), 400],
    ['multipart/form-data', whole, 400],
    ['multipart/form-data; boundary=b', 'nonsense', 400],
    ['application/json', '{}', 415],
    ['text/plain', 'x', 415],
    ['multipart/form-data; boundary=b', whole, 200],
  ]
  for (const [type, body, status] of bodies) {
    const answer = await fetch(`${server.address}/api${file.upload.path}`, {
      method: 'POST',
      headers: { token: me.token!, 'content-type': type },
      body,
    })
    const { code } = (await answer.json()) as { code: string }
    expect([answer.status, code], `${type} ${body}`).toEqual([status, status === 200 ? 'success' : 'service_error'])
  }
})

test('D-18, D-19 the link cookie opens the link calls and no other', async () => {
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', myId).executeTakeFirstOrThrow()
  const { sealed } = await import('../../../../test/secrets.ts')
  const { PASSWORD } = await import('../../../../test/given.ts')
  const entered = await server.nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(server, PASSWORD) } })
  const cookie = entered.headers
    .getSetCookie()
    .find(line => line.startsWith('idaas-link='))!
    .split(';')[0]!
  const { fileId } = infoOf(await upload('c.txt', Buffer.from('cookie')))
  const headers = { cookie }
  expect((await server.nobody.send(file.download, { query: { fileId }, headers })).bytes.toString()).toBe('cookie')
  for (const call of [file.describe, file.base64]) await server.nobody.refused('signInAgain', call, { query: { fileId }, headers })
  await server.nobody.refused('signInAgain', task.cancel, { query: { taskId: 'abcdefgh' }, headers })
  await server.nobody.refused('signInAgain', menus.granted, { headers })
  await server.nobody.refused('signInAgain', file.upload, { file: { name: 'a.txt', bytes }, headers })
  const token = (entered.envelope.data as { token: string }).token
  await server.withToken(token).call(self.isAdmin)
  await server.withToken(token).call(signIn.logout)
  expect((await server.nobody.send(file.download, { query: { fileId }, headers })).status).toBe(401)
})

test('D-18 the token of a link signs nobody in, also just after it was used, and a session token is no link', async () => {
  const { fileId } = infoOf(await upload('b.txt', Buffer.from('link')))
  const { token, link } = await startSession(server.kernel.db, { userId: '1', loginType: 'password', ip: '127.0.0.1', agent: 'test' })
  const download = (cookie: string) =>
    server.nobody.send(file.download, { query: { fileId }, headers: { cookie: `${LINK_COOKIE}=${cookie}` } })
  expect((await download(link)).status).toBe(200)
  await server.withToken(link).refused('signInAgain', self.isAdmin)
  await server.withToken(token).call(self.isAdmin)
  expect((await download(token)).status).toBe(401)
})
