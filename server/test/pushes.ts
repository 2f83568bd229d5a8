import { expect } from 'vitest'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { user } from '@hufu/contract/directory/user'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { openPushReceiver, PUSH_SECRET } from './fakes/push-receiver.ts'
import { startTestServer } from './harness.ts'

/** A server that may push to an application on this machine. */
export async function startPushes() {
  const receiver = await openPushReceiver()
  const settings = { HUFU_ALLOW_LOOPBACK: '1' }
  const server = await startTestServer({ jobs: true, settings })
  const query = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
  const number = async (text: string, values: unknown[] = []) => (await query<{ n: number }>(text, values))[0]!.n
  const allTaken = () => expect.poll(() => number('select count(*) as n from change_due')).toBe(0)
  return {
    server,
    receiver,
    query,
    number,
    settings,
    /** An application that receives changes from now on. */
    openApp: async (pushObject: 'user' | 'org' | 'all' = 'all'): Promise<string> => {
      const appId = await server.given.app()
      await allTaken()
      const pushUrl = `${receiver.address}/${appId}`
      await server.admin.call(appSetting.update, {
        body: { appId, tokenSeconds: 3600, openPush: 1, singleLogout: 1, pushUrl, pushObject, pushSecret: PUSH_SECRET },
      })
      return appId
    },
    pushesTo: (appId: string, id?: string) =>
      receiver.received.filter(({ path, data }) => path === `/${appId}` && (id === undefined || data.id === id)),
    logOf: async (filter: Record<string, unknown>) => (await server.admin.call(syncLog.page, { query: { size: 500, ...filter } })).records,
    rename: async (id: string, realName: string): Promise<void> => {
      const { jobs } = await server.admin.call(user.byId, { query: { id } })
      await server.admin.call(user.update, { body: { id, realName, jobs } })
    },
    /** Makes the next try due now. */
    letComeDue: (appId: string) => query('update push_item set due_time = now() where app_id = $1 and due_time > now()', [appId]),
    allTaken,
    /** Waits until nothing is left to push to the application. */
    idle: async (appId: string) => {
      await allTaken()
      await expect.poll(() => number('select count(*) as n from push_item where app_id = $1', [appId])).toBe(0)
    },
    /** Forgets what one test leaves waiting, so that the next test does not receive it. */
    forget: async () => {
      receiver.forget()
      await query('update app set open_push = 0')
      await query('delete from push_item')
    },
    close: async () => {
      await server.close()
      await receiver.close()
    },
  }
}
export type Pushes = Awaited<ReturnType<typeof startPushes>>
