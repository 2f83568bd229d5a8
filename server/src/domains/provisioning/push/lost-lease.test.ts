import { afterAll, beforeAll, expect, test } from 'vitest'
import { push } from '@hufu/contract/provisioning/push'
import type { ResponseMode } from '../../../../test/fakes/push-receiver.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())

test('0065 a node that lost its lease while sending records nothing of the result: no failure, no try, no older state', async () => {
  const { server, receiver, query, openApp, pushesTo, logOf, rename, allTaken, idle } = pushes
  const id = await server.given.user()
  const appId = await openApp('user')
  const slow = Promise.withResolvers<ResponseMode>()
  receiver.behave(() => (pushesTo(appId).length === 1 ? slow.promise : { status: 200 }))
  await rename(id, '先前')
  await expect.poll(() => pushesTo(appId, id).length).toBe(1)
  // After sixty seconds another node takes over and sends the same push again, with the same id.
  await query("update push_target set lease_until = now() - interval '1 second' where app_id = $1", [appId])
  await expect.poll(() => pushesTo(appId, id).length).toBe(2)
  expect(new Set(pushesTo(appId, id).map(({ headers }) => headers['x-hufu-id'])).size).toBe(1)
  await rename(id, '后来')
  await allTaken()
  await idle(appId)
  expect(pushesTo(appId, id).at(-1)!.data.realName).toBe('后来')
  const links = await query('select * from push_link where app_id = $1', [appId])
  const log = await logOf({ appId })

  slow.resolve({ status: 500 })
  await server.kernel.jobs.stop()
  expect(await query('select * from push_link where app_id = $1', [appId])).toEqual(links)
  expect(await logOf({ appId })).toEqual(log)
  expect(log.map(({ result }) => result)).toEqual([1, 1])
  const state = await server.admin.call(push.state, { query: { appId } })
  expect(state).toMatchObject({ queued: 0, failed: 0, lastFault: null })
})
