import { inbox } from '@hufu/contract/messages/inbox'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})

async function holder(...grants: string[]) {
  const id = await server.given.user()
  await server.given.role(id, ...grants)
  return server.as(id)
}
const watchersOf = async (subject: Subject) =>
  (await subject.call(inbox.page, { query: { group: 'sync' } })).records.map(({ kind, facts, count }) => [kind, facts.id, count])

test('a synchronisation that waits for release or fails is notified to users who may see it, and to nobody else', async () => {
  const [watcher, stranger] = [await holder('/sync/config'), await holder('/organiz/org-list')]
  source.people = Array.from({ length: 5 }, (_, n) => hrPerson(n))
  const { id } = await server.admin.call(sync.save, { body: peopleConfig(source) })
  await runSync(server, id)
  expect(await watchersOf(watcher)).toEqual([])
  source.people = []
  expect((await runSync(server, id)).run.state).toBe('blocked')
  expect(await watchersOf(watcher)).toEqual([['syncBlocked', id, 1]])
  for (let n = 0; n < 2; n++) {
    source.next('/people', { status: 200, text: '<!doctype html><title>登录</title>' })
    await runSync(server, id)
  }
  expect(await watchersOf(watcher)).toEqual([
    ['syncFailed', id, 2],
    ['syncBlocked', id, 1],
  ])
  expect(await watchersOf(server.admin)).toEqual(await watchersOf(watcher))
  expect(await watchersOf(stranger)).toEqual([])
})
