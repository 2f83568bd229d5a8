import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const rule = { match: 'all', conditions: [{ field: 'userName', how: 'starts', text: 'contractor-' }] } as const

test('X-LABEL-04, D-41 a changed user name makes the user match, or no longer match, rules about user names', async () => {
  const { admin, given } = server
  const id = await given.user({ org: await given.org(), userName: 'employee-1', realName: '改名人' })
  const labelId = (await admin.call(userLabel.save, { body: { name: '外包', rule } })).id
  const groupId = (await admin.call(workGroup.save, { body: { name: '外包组', code: 'CONTRACTORS', rule } })).id
  const members = async () => [
    (await admin.call(userLabel.pageUser, { query: { labelId } })).records.map(row => row.id),
    (await admin.call(workGroup.members, { query: { workGroupId: groupId } })).map(row => row.id),
  ]
  await expect.poll(async () => (await admin.call(userLabel.byId, { query: { id: labelId } })).state).toBe('ready')
  const rename = async (userName: string) => {
    const { realName, jobs } = await admin.call(user.byId, { query: { id } })
    await admin.call(user.update, { body: { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) } })
  }
  expect(await members()).toEqual([[], []])
  await rename('contractor-1')
  await expect.poll(members).toEqual([[id], [id]])
  await rename('employee-2')
  await expect.poll(members).toEqual([[], []])
})
