import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from '@hufu/contract/apps/app'
import { config } from '@hufu/contract/operations/config'
import { file } from '@hufu/contract/operations/file'
import { security } from '@hufu/contract/operations/security'
import { user } from '@hufu/contract/directory/user'
import { configCatalog } from '../../../platform/config/config-catalog.ts'
import { shapeOf, type Shape } from '../../../../test/fuzz-input.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { metadataOf, newPair } from '../../../../test/saml.ts'
import { calls } from '../../../../test/walk.ts'

let server: TestServer
let myId: string
let me: Subject
let other: Subject
beforeAll(async () => {
  server = await startTestServer()
  myId = await server.given.user()
  me = await server.as(myId)
  other = await server.as(await server.given.user())
})
afterAll(() => server.close())

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64')
const idOf = ({ envelope }: { envelope: { data: unknown } }) => (envelope.data as { fileId: string }).fileId
const picture = async (by: Subject) => idOf(await by.send(file.uploadPicture, { file: { name: 'p.png', bytes: png } }))
const upload = async (by: Subject) => idOf(await by.send(file.upload, { file: { name: 'd.zip', bytes: Buffer.from('d') } }))
const statuses = (fileId: string, ...readers: Subject[]) =>
  Promise.all(readers.map(async reader => (await reader.send(file.download, { query: { fileId } })).status))
const open = async (fileId: string) => (await server.nobody.send(file.downloadPublic, { query: { fileId } })).status
const refer = (table: 'users' | 'app', column: string, fileId: string, id: string) =>
  server.kernel.pool.query(`update ${table} set ${column} = $1 where id = $2`, [fileId, id])

test('N-07 a file nothing refers to is read only by its uploader and by super administrators', async () => {
  for (const fileId of [await upload(me), await picture(me)]) {
    expect(await statuses(fileId, me, server.admin, other)).toEqual([200, 200, 404])
    expect(await open(fileId)).toBe(404)
    await other.refused('fileMissing', file.describe, { query: { fileId } })
    await other.refused('fileMissing', file.base64, { query: { fileId } })
  }
})

test('N-07 an avatar is readable by its user and by users who have that user in scope', async () => {
  const [north, south] = [await server.given.org(), await server.given.org()]
  const ann = await server.given.user({ org: north })
  const [inNorth, inSouth, wide] = [await server.given.user(), await server.given.user(), await server.given.user()]
  await server.given.gradeAdmin(inNorth, north, 1, '/organiz/index')
  await server.given.gradeAdmin(inSouth, south, 1, '/organiz/index')
  await server.given.role(wide, '/organiz/index')
  const fileId = await picture(server.admin)
  await refer('users', 'avatar', fileId, ann)
  const readers = await Promise.all([ann, wide, inNorth, inSouth].map(id => server.as(id)))
  expect(await statuses(fileId, ...readers, other)).toEqual([200, 200, 200, 404, 404])
  expect(await open(fileId)).toBe(404)
})

test('N-07 the logo of an application is readable by users who may open it or administer applications', async () => {
  const appId = await server.given.app()
  const [entitled, keeper] = [await server.given.user(), await server.given.user()]
  await server.given.grant({ subjectType: 'user', subjectId: entitled, appId })
  await server.given.role(keeper, '/app/list')
  const fileId = await picture(server.admin)
  await refer('app', 'logo', fileId, appId)
  expect(await statuses(fileId, await server.as(entitled), await server.as(keeper), other)).toEqual([200, 200, 404])
})

test.for(['taskResult', 'taskInput'])(
  'N-07, T15 a file of a task is readable only by the user who started it, whatever refers to it: %s',
  async purpose => {
    const wide = await server.given.user()
    await server.given.role(wide, '/organiz/index')
    const fileId = await picture(me)
    await refer('users', 'avatar', fileId, myId)
    const readers = [me, await server.as(wide)]
    expect(await statuses(fileId, ...readers)).toEqual([200, 200])
    await server.kernel.pool.query('update file set purpose = $1 where id = $2', [purpose, fileId])
    expect(await statuses(fileId, ...readers)).toEqual([200, 404])
  },
)

test('N-07, D-51 the logo and drivers of the system are public as long as settings refer to them', async () => {
  const [logo, driver] = [await picture(server.admin), await upload(server.admin)]
  await server.admin.call(security.updateBase, {
    body: { systemName: '系统', openGradeAdmin: true, systemLogo: logo, caDriverFileId: driver },
  })
  expect([await open(logo), await open(driver)]).toEqual([200, 200])
  expect(await statuses(logo, other)).toEqual([200])
  await server.admin.call(security.updateBase, { body: { systemName: '系统', openGradeAdmin: true, systemLogo: '', caDriverFileId: '' } })
  expect([await open(logo), await open(driver)]).toEqual([404, 404])
})

test('N-07 nobody can refer to a file they may not read, nor use another file as picture', async () => {
  const [foreign, result, mine] = [await picture(other), await upload(me), await picture(me)]
  await me.refused('fileMissing', user.updateOwn, { body: { avatar: foreign } })
  await me.refused('fileMissing', user.updateOwn, { body: { avatar: result } })
  await me.call(user.updateOwn, { body: { avatar: mine } })
  await me.call(user.updateOwn, { body: { avatar: mine } })
  const editorId = await server.given.user()
  await server.given.role(editorId, '/organiz/index#*', '/app/list#*', '/system/securityConfig#*')
  const editor = await server.as(editorId)
  const jobs = [{ orgId: '1', jobType: 1 as const }]
  await editor.refused('fileMissing', user.save, { body: { userName: 'withfile', realName: '甲', passwordType: 2, jobs, avatar: foreign } })
  await editor.refused('fileMissing', user.update, { body: { id: myId, realName: '甲', jobs, avatar: foreign } })
  await editor.call(user.update, { body: { id: myId, realName: '甲', jobs, avatar: mine } })
  const kept = await server.admin.call(app.byId, { query: { id: await server.given.app() } })
  const draft = { id: kept.id, name: kept.name, code: kept.code, appGroupId: kept.appGroupId, protocol: kept.protocol }
  await editor.refused('fileMissing', app.update, { body: { ...draft, logo: foreign } })
  await editor.refused('fileMissing', security.updateBase, {
    body: { systemName: '系统', openGradeAdmin: true, caDriverFileId: await upload(other) },
  })
})

/** Names of fields that hold a file id, anywhere in a query or a body. */
function fileFields(shape: Shape): string[] {
  const own = Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => (/fileId|avatar|^logo$|systemLogo/i.test(key) ? [key] : fileFields(inner))) // prettier-ignore
  return [...own, ...[shape.items ?? {}, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(inner => (inner === shape || Object.keys(inner).length === 0 ? [] : fileFields(inner)))] // prettier-ignore
}

test('N-07 every call that takes a file refuses one another user uploaded', async () => {
  const [foreignPicture, foreignUpload] = [await picture(other), await upload(other)]
  const editorId = await server.given.user()
  await server.given.role(editorId, '/organiz/index#*', '/app/list#*', '/system/securityConfig#*')
  const editor = await server.as(editorId)
  const [kept, base] = [await server.admin.call(app.byId, { query: { id: await server.given.app() } }), { systemName: '系统', openGradeAdmin: true }] // prettier-ignore
  const { id, name, code, appGroupId, protocol } = kept
  const person = { realName: '甲', jobs: [{ orgId: '1', jobType: 1 }] }
  const inputs: Record<string, (fileId: string) => Parameters<Subject['send']>[1]> = {
    'user.save avatar': avatar => ({ body: { ...person, userName: 'foreignfile', passwordType: 2, avatar } }),
    'user.update avatar': avatar => ({ body: { ...person, id: myId, avatar } }),
    'user.updateOwn avatar': avatar => ({ body: { avatar } }),
    'app.save logo': logo => ({ body: { name: '新应用', code: 'foreignfile', appGroupId, protocol, logo } }),
    'app.update logo': logo => ({ body: { id, name, code, appGroupId, protocol, logo } }),
    'saml.save logo': logo => ({ body: { app: { name: '新应用', code: 'foreignfile', appGroupId, protocol: 'saml', logo }, metadata: metadataOf('https://files.example.com', newPair().certificate) } }), // prettier-ignore
    'security.updateBase systemLogo': systemLogo => ({ body: { ...base, systemLogo } }),
    'security.updateBase caDriverFileId': caDriverFileId => ({ body: { ...base, caDriverFileId } }),
    'security.updateBase faceDriverFileId': faceDriverFileId => ({ body: { ...base, faceDriverFileId } }),
    'file.download fileId': fileId => ({ query: { fileId } }),
    'file.downloadPublic fileId': fileId => ({ query: { fileId } }),
    'file.describe fileId': fileId => ({ query: { fileId } }),
    'file.base64 fileId': fileId => ({ query: { fileId } }),
  }
  // Only super administrators manage notices, and they may read every file.
  const others = calls.filter(({ call }) => call.permit !== 'superAdmin')
  const takers = others.flatMap(({ name: of, call }) =>
    [call.query, call.body].flatMap(schema => (schema ? fileFields(shapeOf(schema)).map(field => ({ key: `${of} ${field}`, call })) : [])),
  )
  expect(takers.map(({ key }) => key).sort()).toEqual(Object.keys(inputs).sort())
  for (const { key, call } of takers)
    for (const fileId of [foreignPicture, foreignUpload]) {
      const { envelope } = await editor.send(call, inputs[key]!(fileId))
      expect([key, envelope.message]).toEqual([key, '文件不存在'])
    }
  const uses = await server.kernel.pool.query('select 1 from file_use where file_id = any ($1)', [[foreignPicture, foreignUpload]])
  expect(uses.rowCount).toBe(0)
})

test('N-07 a setting that names a file names an existing one, whichever call sets it', async () => {
  const item = await server.kernel.db
    .selectFrom('config')
    .select('id')
    .where('configKey', '=', 'faceDriverFileId')
    .executeTakeFirstOrThrow()
  await server.admin.refused('fileMissing', config.update, { body: { id: item.id, configValue: 'nothere' } })
  await server.admin.refused('fileMissing', config.update, { body: { id: item.id, configValue: await picture(server.admin) } })
})

test('N-07 every reference to a file in schema and settings counts as a use', async () => {
  const { pool } = server.kernel
  const { rows: keys } = await pool.query<{ place: string }>(`select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'file'::regclass and c.conrelid <> 'file_chunk'::regclass`)
  const { rows: columns } = await pool.query<{ place: string }>(`select table_name || '.' || column_name as place
    from information_schema.view_column_usage where view_name = 'file_use'`)
  const places = new Set(columns.map(({ place }) => place))
  expect(keys.map(({ place }) => place).filter(place => !places.has(place))).toEqual([])
  // Finds columns named like a file id but without a foreign key.
  const { rows: likely } = await pool.query<{ place: string }>(`select table_name || '.' || column_name as place
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema and table_type = 'BASE TABLE' and column_name ~ '(file_id|avatar|logo|picture|image_id)$'`)
  const named = likely.map(({ place }) => place).filter(place => !['file_chunk.file_id'].includes(place)) // prettier-ignore
  expect(named.filter(place => !keys.some(key => key.place === place))).toEqual([])
  const { rows: view } = await pool.query<{ text: string }>("select pg_get_viewdef('file_use'::regclass) as text")
  const settings = Object.keys(configCatalog).filter(key => /FileId$|Logo$/.test(key))
  expect(settings.filter(key => !view[0]!.text.includes(`'${key}'`))).toEqual([])
})
