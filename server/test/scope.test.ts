import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { importPlan } from '@hufu/contract/import'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { user } from '@hufu/contract/directory/user'
import { writeConfig } from '../src/platform/config/config.ts'
import { finished, startTestServer, type TestServer, type Subject } from './harness.ts'
import { downloaded, sheet } from './sheets.ts'

/** Objects just outside a scope; each of these was once disclosed or changed (T14, D-75). */
let server: TestServer
/** 院 contains 部 and 邻; 部 contains 组, which contains 班. */
const at = { 院: '', 部: '', 组: '', 班: '', 邻: '' }
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  at.院 = await server.given.org({ name: '院' })
  for (const [name, parentId] of [
    ['部', '院'],
    ['邻', '院'],
    ['组', '部'],
    ['班', '组'],
  ] as const)
    // prettier-ignore
    at[name] = await server.given.org({ name, code: `CODE-${name.codePointAt(0)}`, parentId: at[parentId] })
})
afterAll(() => server.close())

const codeOf = (name: keyof typeof at) => `CODE-${name.codePointAt(0)}`
/** A user who administers these organisations, each with those below it unless `only`. */
async function boss(...places: { of: string; only?: boolean }[]): Promise<Subject> {
  const id = await server.given.user({ org: places[0]!.of })
  for (const { of, only } of places) await server.given.gradeAdmin(id, of, only ? 0 : 1, '/organiz/index', '/organiz/org-list')
  return server.as(id)
}
const jobs = async (userId: string) =>
  server.kernel.db.selectFrom('job').select(['orgId', 'jobType', 'sortNum']).where('userId', '=', userId).orderBy('orgId').execute()
const sortNums = async (parentId: string) =>
  server.kernel.db.selectFrom('org').select(['id', 'sortNum']).where('parentId', '=', parentId).orderBy('id').execute()

test('X-ORG-02 the path of a found organisation begins at the top of the caller’s scope', async () => {
  const found = await (await boss({ of: at.部 })).call(org.search, { query: { name: '班' } })
  expect(found).toEqual([{ id: at.班, name: '班', path: '部 / 组 / 班' }])
})

test('D-75 an organisation below a delegation without lower organisations shows no path', async () => {
  const they = await boss({ of: at.部, only: true })
  expect(await they.call(org.path, { query: { id: at.部 } })).toEqual([{ id: at.部, name: '部' }])
  await they.refused('orgMissing', org.path, { query: { id: at.组 } })
})

test('X-ORG-01, X-ORG-04 an organisation above the scope shows no children, neither in the tree nor in the list', async () => {
  const they = await boss({ of: at.部 })
  expect(await they.call(org.tree, { query: { parentId: at.院 } })).toEqual([])
  for (const hasIncludeChild of [true, false])
    expect((await they.call(org.page, { query: { parentId: at.院, hasIncludeChild } })).records).toEqual([])
  expect((await they.call(org.tree, { query: { parentId: at.部 } })).map(({ id }) => id)).toEqual([at.组])
  expect((await they.call(org.page, { query: { parentId: at.部 } })).records.map(({ id }) => id)).toEqual([at.组])
})

test('a delegation without lower organisations counts users and children without them, in lists, tree and export', async () => {
  await server.given.user({ org: at.组, others: [at.班] })
  await server.given.user({ org: at.班 })
  const they = await boss({ of: at.组, only: true })
  const whole = await boss({ of: at.组 })
  const counts = async (subject: Subject) => {
    const [node] = await subject.call(org.tree)
    const { records } = await subject.call(org.page, { query: { code: codeOf('组') } })
    const one = await subject.call(org.byId, { query: { id: at.组 } })
    const task = await subject.call(org.exportExcel, {
      query: { uuid: `count-${server.given.next()}-x`, rangeType: '4', attributes: 'code,userCount' },
    })
    const { rows } = await downloaded(subject, (await finished(subject, task)).fileId)
    return [node!.userCount, records[0]!.userCount, one.userCount, one.childCount, rows.find(row => row[0] === codeOf('组'))![1]]
  }
  const [inside] = await server.kernel.db.selectFrom('job').select(row => row.fn.countAll<number>().as('n')).where('orgId', '=', at.组).execute() // prettier-ignore
  const direct = inside!.n
  expect(await counts(they)).toEqual([direct, direct, direct, 0, String(direct)])
  expect(await counts(whole)).toEqual([direct + 1, direct + 1, direct + 1, 1, String(direct + 1)])
})

test('X-ORG-12 the check of a taken name discloses only names in scope', async () => {
  const they = await boss({ of: at.部 })
  expect(await they.call(org.nameTaken, { query: { name: '班', parentId: at.组 } })).toBe(true)
  expect(await they.call(org.nameTaken, { query: { name: '邻', parentId: at.院 } })).toBe(false)
})

test('X-GRADE-05 the check whether a user administers an organisation answers only within the scope', async () => {
  const they = await boss({ of: at.部 })
  const [inside, outside] = [await server.given.user({ org: at.组 }), await server.given.user({ org: at.组 })]
  await server.given.gradeAdmin(inside, at.组, 1, '/organiz/index')
  await server.given.gradeAdmin(outside, at.邻, 1, '/organiz/index')
  expect(await they.call(delegatedAdmin.userTaken, { query: { userId: inside, orgId: at.组 } })).toBe(true)
  expect(await they.call(delegatedAdmin.userTaken, { query: { userId: outside, orgId: at.邻 } })).toBe(false)
})

test('X-ORG-14 nobody sorts siblings out of their scope', async () => {
  const before = await sortNums(at.院)
  const they = await boss({ of: at.部 })
  for (const call of [org.sortTop, org.sortBottom]) await they.refused('forbidden', call, { query: { orgId: at.部 } })
  await they.refused('forbidden', org.sortMove, { query: { orgId: at.部, sortNum: 9 } })
  expect(await sortNums(at.院)).toEqual(before)
  const flat = await boss({ of: at.部, only: true })
  await flat.refused('forbidden', org.sortDrag, { query: { parentId: at.部 }, body: [at.组] })
  await they.call(org.sortTop, { query: { orgId: at.组 } })
})

test('X-ORG-10 an organisation with children out of the caller’s scope cannot be moved into their scope', async () => {
  const they = await boss({ of: at.组, only: true }, { of: at.邻 })
  await they.refused('forbidden', org.move, { body: { ids: [at.组], targetParentId: at.邻 } })
  const task = await they.call(org.importUpdate, { file: await sheet(['机构编码', '上级机构编码'], [[codeOf('组'), codeOf('邻')]]) })
  expect(await finished(they, task)).toMatchObject({ message: '成功0条，失败1条' })
  const hollow = await server.given.org({ parentId: at.部 })
  const child = await server.given.org({ parentId: hollow })
  const other = await boss({ of: at.邻 }, { of: hollow, only: true })
  await server.admin.call(org.remove, { body: { ids: [hollow, child] } })
  await other.refused('forbidden', org.recover, { query: { orgId: hollow }, body: { parentId: at.邻 } })
  expect(await server.admin.call(org.byId, { query: { id: at.组 } })).toMatchObject({ parentId: at.部 })
})

test('USER-04, D-42 a form changes no job out of scope: neither its type nor its number, and it does not become the main one', async () => {
  const they = await boss({ of: at.部 })
  const id = await server.given.user({ org: at.邻, others: [at.组], realName: '某人' })
  const before = await jobs(id)
  const form = (foreign: object, own: object) => ({
    body: {
      id,
      realName: '某人',
      jobs: [
        { orgId: at.邻, jobType: 1 as const, ...foreign },
        { orgId: at.组, jobType: 2 as const, ...own },
      ],
    },
  })
  await they.refused('orgMissing', user.update, form({ jobType: 2 }, { jobType: 1 }) as never)
  await they.refused('orgMissing', user.update, form({ sortNum: 777 }, {}))
  await they.refused('orgMissing', user.setSortNum, { query: { userId: id, sortNum: 777 } })
  expect(await jobs(id)).toEqual(before)
  await they.call(user.update, form({}, { sortNum: 777 }))
  expect((await jobs(id)).find(job => job.orgId === at.组)).toMatchObject({ sortNum: 777, jobType: 2 })
})

test('D-75 while second jobs are off, a form does not disclose a user’s job out of scope', async () => {
  const they = await boss({ of: at.部 })
  const id = await server.given.user({ org: at.院, others: [at.邻] })
  await writeConfig(server.kernel.db, { openOtherJob: false })
  await server.kernel.config.refresh()
  const answerFor = async (userId: string) => {
    const jobs = [{ orgId: at.组, jobType: 1 as const }, { orgId: at.邻, jobType: 2 as const }] // prettier-ignore
    const { envelope } = await they.send(user.update, { body: { id: userId, realName: '某人', jobs } })
    return [envelope.code, envelope.message]
  }
  const [there, nowhere] = [await answerFor(id), await answerFor('019aaaaaaaaa7aaa8aaaaaaaaaaaaaaa')]
  await writeConfig(server.kernel.db, { openOtherJob: true })
  await server.kernel.config.refresh()
  expect(there).toEqual(nowhere)
})

test('USER-44, D-42 removing a main job never makes a job out of scope the main one', async () => {
  const they = await boss({ of: at.部 })
  const id = await server.given.user({ org: at.组, others: [at.邻] })
  const body = { userIds: [id], jobType: 1 as const, orgId: at.组 }
  await they.refused('mainJobStays', user.removeJob, { body })
  expect((await jobs(id)).length).toBe(2)
  const lucky = await server.given.user({ org: at.组, others: [at.邻, at.班] })
  expect(await they.call(user.removeJob, { body: { ...body, userIds: [lucky] } })).toBe(1)
  expect((await jobs(lucky)).find(job => job.jobType === 1)).toMatchObject({ orgId: at.班 })
})

test('D-75 an organisation out of scope lists no users, not even those with a job in scope', async () => {
  const they = await boss({ of: at.部 })
  const id = await server.given.user({ org: at.邻, others: [at.组] })
  const named = async (orgId: string) => (await they.call(user.byOrg, { query: { orgId, hasIncludeChild: true } })).map(row => row.id)
  expect(await named(at.邻)).toEqual([])
  expect(await named(at.组)).toContain(id)
  expect(await named(at.院)).toEqual([])
})

test('X-ORGRANGE-01, X-ORGRANGE-04, X-ORGRANGE-05 a range is shown by its roots in scope, and changed and deleted only if all are', async () => {
  const they = await boss({ of: at.部 })
  const range = async (name: string, rootOrgIds: string[]) => (await server.admin.call(orgRange.save, { body: { name, rootOrgIds } })).id
  const [inside, across, outside] = [await range('内', [at.组]), await range('跨', [at.组, at.邻]), await range('外', [at.邻])]
  expect((await they.call(orgRange.list)).map(row => [row.id, row.rootOrgIds])).toEqual([['default', []], [inside, [at.组]], [across, [at.组]]]) // prettier-ignore
  for (const id of [across, outside, 'nobody']) {
    await they.refused('orgRangeMissing', orgRange.update, { body: { id, name: '改', rootOrgIds: [at.组] } })
    await they.refused('orgRangeMissing', orgRange.remove, { body: { ids: [inside, id] } })
  }
  expect((await server.admin.call(orgRange.list)).find(row => row.id === across)).toMatchObject({
    name: '跨',
    rootOrgIds: [at.组, at.邻].sort(),
  })
  expect(await they.call(orgRange.remove, { body: { ids: [inside] } })).toBe(1)
})

test('D-75, T14 a sheet treats users and organisations out of scope like unknown ones, in a dry run and carried out', async () => {
  const they = await boss({ of: at.部 })
  const id = await server.given.user({ org: at.邻 })
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  const before = await jobs(id)
  const sheets: [typeof user.importInsert, string, string[], (name: string, code: string) => string[]][] = [
    [user.importInsert, 'insert', ['用户名', '姓名', '机构编码'], (_name, code) => ['brandnew', '新人', code]],
    [user.importUpdate, 'update', ['用户名', '姓名'], name => [name, '改名']],
    [user.importUpdate, 'update', ['用户名', '机构编码'], (name, code) => [name, code]],
    [user.importInsertUserOrg, 'insertUserOrg', ['用户名', '机构编码', '任职类型'], name => [name, codeOf('组'), '兼职']],
    [user.importUpdateUserOrg, 'updateUserOrg', ['用户名', '机构编码', '任职类型', '排序号'], name => [name, codeOf('组'), '主职', '9']],
    [user.importUpdateUserOrg, 'updateUserOrg', ['用户名', '机构编码', '任职类型', '排序号'], (name, code) => [name, code, '主职', '9']],
  ]
  const orgSheets: typeof sheets = [
    [org.importUpdate, 'update', ['机构编码', '机构名称'], (_name, code) => [code, '改名']],
    [org.importUpdate, 'update', ['机构编码', '上级机构编码'], (_name, code) => [codeOf('组'), code]],
  ]
  for (const [call, type, titles, row] of [...sheets, ...orgSheets]) {
    const importCheck = orgSheets.some(([of]) => of === call) ? org.importCheck : user.importCheck
    const answerFor = async (name: string, code: string) => {
      const file = await sheet(titles, [row(name, code)])
      const checked = await they.call(importCheck, { query: { type }, body: { orgId: '' }, file })
      expect(checked).toMatchObject({ pass: 0, fail: 1 })
      const end = await finished(they, await they.call(call, { file }))
      const disclosed = JSON.stringify([checked.errors, await downloaded(they, checked.errorFileId), await downloaded(they, end.fileId)])
      return [type, end.message, disclosed.replaceAll(name, 'somebody').replaceAll(code, 'somewhere')]
    }
    expect(await answerFor(userName, codeOf('邻'))).toEqual(await answerFor('nobody', 'NOWHERE'))
  }
  expect(await jobs(id)).toEqual(before)
})

test('D-42 in a dry run no job becomes the main one of a user whose main job is out of scope', async () => {
  const id = await server.given.user({ org: at.邻, others: [at.组] })
  const { userName } = await server.admin.call(user.byId, { query: { id } })
  const file = await sheet(['用户名', '机构编码', '任职类型'], [[userName, codeOf('组'), '主职']])
  const they = await boss({ of: at.部 })
  const { planId, ...check } = await they.call(user.importCheck, { query: { type: 'updateUserOrg' }, file })
  expect(check).toMatchObject({ changed: 0, fail: 1 })
  const { records } = await they.call(importPlan.pageRow, { query: { planId, verdict: 'refused' } })
  expect(records[0]!.faults).toMatchObject([{ column: '任职类型', message: '机构不存在' }])
})

test('D-42, D-75 a main job that left the scope after the dry run of a sheet is not demoted when the sheet is carried out', async () => {
  const id = await server.given.user({ org: at.组, others: [at.部] })
  const { userName } = await server.admin.call(user.byId, { query: { id } })
  const they = await boss({ of: at.部 })
  const file = await sheet(['用户名', '机构编码', '任职类型'], [[userName, codeOf('部'), '主职']])
  const { planId, changed } = await they.call(user.importCheck, { query: { type: 'updateUserOrg' }, file })
  expect(changed).toBe(1)
  await server.admin.call(user.transferMainJob, { body: { userIds: [id], newOrgId: at.邻 } })
  const before = await jobs(id)
  const done = await finished(they, await they.call(importPlan.commit, { body: { planId } }))
  expect(done).toMatchObject({ message: '成功0条，失败1条' })
  expect(await jobs(id)).toEqual(before)
})

test('D-49, D-75 a job that left the scope after the dry run of a sheet is not changed when the sheet is carried out', async () => {
  const id = await server.given.user({ org: at.组, others: [at.邻] })
  const { userName } = await server.admin.call(user.byId, { query: { id } })
  await server.kernel.db.insertInto('standing').values({ id: 'rank-1', kind: 'rank', name: '一级', code: 'R1' }).execute()
  const they = await boss({ of: at.部 }, { of: at.邻 })
  const file = await sheet(['用户名', '机构编码', '任职类型', '职级'], [[userName, codeOf('邻'), '兼职', '一级']])
  const { planId, changed } = await they.call(user.importCheck, { query: { type: 'updateUserOrg' }, file })
  expect(changed).toBe(1)
  await server.kernel.db.deleteFrom('gradeAdmin').where('orgId', '=', at.邻).execute()
  server.kernel.sessions.forget()
  const before = await jobs(id)
  const done = await finished(they, await they.call(importPlan.commit, { body: { planId } }))
  expect(done).toMatchObject({ message: '成功0条，失败1条' })
  expect(await jobs(id)).toEqual(before)
})
