import { sync } from '@hufu/contract/provisioning/sync'
import { expect } from 'vitest'
import { EVENT_KEY, EVENT_TOKEN, OWNER, vendorEvents, type VendorEvent } from './cloud-events.ts'
import { VENDOR_SECRET, type Tenant, type Vendor, type VendorFailures } from './fakes/cloud-vendor.ts'
import { dingtalk } from './fakes/dingtalk.ts'
import { feishu } from './fakes/feishu.ts'
import { openJsonService, type Call } from './fakes/json-service.ts'
import { wecom } from './fakes/wecom.ts'
import type { TestServer } from './harness.ts'

export interface CloudKind {
  type: 'dingtalk' | 'wecom' | 'feishu'
  name: string
  fake: (tenant: Tenant, failures: VendorFailures) => Vendor
  optionsOf: (root: number) => Record<string, unknown>
}
export const cloudKinds: CloudKind[] = [
  { type: 'dingtalk', name: 'DingTalk', fake: dingtalk, optionsOf: root => ({ appKey: OWNER, rootDeptId: root }) },
  { type: 'wecom', name: 'WeCom', fake: wecom, optionsOf: () => ({ corpId: OWNER }) },
  { type: 'feishu', name: 'Feishu', fake: feishu, optionsOf: () => ({ appId: OWNER }) },
]

export const cloudMapping = [
  { object: 'org' as const, to: 'originOrgId', from: 'id' },
  { object: 'org' as const, to: 'name', from: 'name' },
  { object: 'org' as const, to: 'parentOriginId', from: 'parentId' },
  { object: 'user' as const, to: 'originUserId', from: 'id' },
  { object: 'user' as const, to: 'userName', from: 'id', when: 'new' as const },
  { object: 'user' as const, to: 'realName', from: 'name' },
  { object: 'user' as const, to: 'jobs', from: 'departments' },
]

/** A tenant: department 1 is the top; the tenant's own ids of users and departments are made from these numbers. */
export interface Directory {
  departments: readonly (readonly [id: number, parent: number])[]
  members: Readonly<Record<number, readonly number[]>>
}

let base = 10_000

/** A synchronisation task that reads a fake of the vendor with its own directory. */
export async function openTenant(
  server: TestServer,
  { type, fake, optionsOf }: CloudKind,
  { departments, members }: Directory,
  more: object = {},
) {
  base += 1000
  const of = (n: number) => base + n
  const department = (n: number) => (type === 'feishu' ? `od-${of(n)}` : String(of(n)))
  const user = (n: number) => `${type}${of(n)}`
  const tenant = {
    departments: departments.map(([id, parent]) => ({ id: of(id), parent: parent === 0 ? 0 : of(parent) })) as Tenant['departments'],
    members: Object.fromEntries(Object.entries(members).map(([id, users]) => [of(Number(id)), users.map(user)])),
    names: {} as Record<string, string>,
    resigned: [] as string[],
  }
  const failures: VendorFailures = {}
  const service = await openJsonService(fake(tenant, failures).answer)
  const body = {
    name: `${type}${base}`,
    direction: 'in' as const,
    objectType: 'all' as const,
    type,
    url: service.url,
    secret: VENDOR_SECRET,
    headers: { eventToken: EVENT_TOKEN, eventKey: EVENT_KEY },
    options: optionsOf(of(1)),
    mapping: cloudMapping,
    ...more,
  }
  const { id } = await server.admin.call(sync.save, { body })
  return {
    id,
    of,
    tenant,
    failures,
    department,
    user,
    close: service.close,
    /** The prefix of the tenant's user ids. */
    prefix: `${type}${base / 1000}`,
    /** Removes users from all their departments. */
    leave: (users: readonly string[]) => {
      for (const list of Object.values(tenant.members)) list.splice(0, list.length, ...list.filter(one => !users.includes(one)))
    },
    /** The requests to the vendor since the last call of this, without those for tokens. */
    requests: () => service.calls.splice(0).filter(({ path }) => !path.toLowerCase().includes('token')),
    tell: async (ids: Notification['ids']) => sendNotification(server, { type, syncId: id, ids }),
    newest: async () => (await server.admin.call(sync.pageRun, { query: { syncId: id } })).records[0]!,
  }
}
export type OpenTenant = Awaited<ReturnType<typeof openTenant>>

/** Whether a call asks for one user or department. */
export const isSingle = ({ path }: Call): boolean =>
  path.endsWith('/get') || (/\/(users|departments)\/[^/]+$/.test(path) && !path.endsWith('/find_by_department'))

interface Notification {
  type: CloudKind['type']
  syncId: string
  /** The ids of users or departments, by the event sent about them. */
  ids: Partial<Record<VendorEvent, readonly string[]>>
}

/** Sends all events and then makes them old enough to be read, so that one run takes all of them. */
async function sendNotification(server: TestServer, { type, syncId, ids }: Notification): Promise<void> {
  const { inboxKey } = await server.admin.call(sync.byId, { query: { id: syncId } })
  const seconds = String(Math.floor(server.kernel.now().getTime() / 1000))
  const events = Object.entries(ids) as [VendorEvent, readonly string[]][]
  for (const { query, headers, body } of events.flatMap(([event, some]) => vendorEvents[type](event, some, seconds))) {
    const address = `${server.address}/api/publicApi/syncEvent/${inboxKey}?${new URLSearchParams(query)}`
    expect((await fetch(address, { method: 'POST', body, ...(headers && { headers }) })).status).toBe(200)
  }
  await server.kernel.pool.query(`update sync_hint set create_time = create_time - interval '10 seconds' where sync_id = $1`, [syncId])
}
