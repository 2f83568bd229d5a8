import { afterAll, beforeAll, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { file } from '@hufu/contract/operations/file'
import { keptFile } from '@hufu/contract/operations/kept-file'
import { segregatedRoles, separation, type SegregatedRole } from '@hufu/contract/permission/separation'
import { client } from '../../../../test/api-clients.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64')
const draft = () => {
  const n = server.given.next()
  return { userName: `other${n}`, realName: `别${n}`, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
}

test('N-14 an API client never submits a review: its change is made directly', async () => {
  const b = await examiner(server)
  await setReview(server, { user: [b.id] })
  const one = await client(server, [user.save])
  const made = await server.nobody.call(user.save, { body: draft(), headers: one.headers })
  expect(made).toMatchObject({ id: expect.any(String) })
})

test('N-07 a picture in a pending request is kept, and is unused again when the request ends', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user()]
  await setReview(server, { user: [b.id] })
  const { envelope } = await a.as.send(file.uploadPicture, { file: { name: 'p.png', bytes: png } })
  const { fileId: id } = envelope.data as { fileId: string }
  const { version, realName, jobs } = await server.admin.call(user.byId, { query: { id: target } })
  const form = { id: target, version, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
  const { examineId } = (await a.as.call(user.update, { body: { ...form, avatar: id } })) as { examineId: string }
  const fileRow = async () => (await server.admin.call(keptFile.page, { query: { size: 100 } })).records.find(one => one.id === id)
  expect(await fileRow()).toMatchObject({ isKept: true, uses: [{ kind: 'examine' }] })
  await a.as.call(review.withdraw, { body: { ids: [examineId] } })
  expect(await fileRow()).toMatchObject({ isKept: false, uses: [] })
})

test('D-53 under separation of duties nobody is exempt from reviews, and the security administrator examines', async () => {
  const three = {} as Record<SegregatedRole, { id: string; as: Subject }>
  for (const segregatedRole of segregatedRoles) {
    const id = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [id] } })
    three[segregatedRole] = { id, as: await server.as(id) }
  }
  await setReview(server, {})
  for (const segregatedRole of ['system', 'audit'] as const) await three[segregatedRole].as.call(separation.agree, { body: { wish: true } })
  const body = { openUserExamine: 1, openOrgExamine: 0, userExaminerIds: [three.security.id], orgExaminerIds: [] }
  await three.system.as.refused('forbidden', review.saveSetting, { body })
  await three.security.as.call(review.saveSetting, { body })
  const { examineId } = (await three.system.as.call(user.save, { body: draft() })) as { examineId: string }
  for (const as of [three.system.as, three.audit.as, server.admin])
    await as.refused('forbidden', review.pass, { body: { ids: [examineId] } })
  expect(await three.security.as.call(review.count)).toMatchObject({ user: 1 })
  expect(await three.security.as.call(review.pass, { body: { ids: [examineId] } })).toBe(1)
})
