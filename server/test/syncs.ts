import type { ReplyOf } from '@hufu/contract/call'
import { sync, type SyncPolicy } from '@hufu/contract/provisioning/sync'
import type { HrSource } from './fakes/hr-source.ts'
import { finished, type Subject, type TestServer } from './harness.ts'

let serial = 0
const trim = [{ kind: 'trim' as const }]
/** The mapping of the fake human resources source. */
export const hrMapping = [
  { object: 'org' as const, to: 'originOrgId', from: 'deptId' },
  { object: 'org' as const, to: 'name', from: 'title' },
  { object: 'org' as const, to: 'parentOriginId', from: 'above' },
  { object: 'user' as const, to: 'originUserId', from: 'id' },
  { object: 'user' as const, to: 'userName', from: 'login', transform: [...trim, { kind: 'lower' as const }], when: 'new' as const },
  { object: 'user' as const, to: 'realName', from: 'name' },
  { object: 'user' as const, to: 'phone', from: 'mobile', transform: [{ kind: 'phoneCn' as const }] },
  { object: 'user' as const, to: 'employeeNumber', from: 'number' },
  { object: 'user' as const, to: 'jobs', from: 'dept' },
]

export function hrConfig(source: HrSource, more: Record<string, unknown> = {}, policy: Partial<SyncPolicy> = {}) {
  return {
    name: `人事系统${++serial}`,
    direction: 'in' as const,
    objectType: 'all' as const,
    url: `${source.address}/people`,
    options: { path: 'data.list', orgUrl: `${source.address}/depts` },
    mapping: hrMapping,
    policy,
    ...more,
  }
}

/** A source of users only, all placed into one organisation. */
export const peopleConfig = (source: HrSource, more: Record<string, unknown> = {}, policy: Partial<SyncPolicy> = {}) =>
  hrConfig(
    source,
    {
      objectType: 'user',
      options: { path: 'data.list' },
      mapping: hrMapping.filter(line => line.object === 'user' && line.to !== 'jobs'),
      ...more,
    },
    policy,
  )

export interface Ran {
  task: Awaited<ReturnType<typeof finished>>
  run: ReplyOf<typeof sync.getRun>
}

/** One run from its start to its end. */
export async function runSync(
  server: Pick<TestServer, 'admin'>,
  id: string,
  mode?: 'plan' | 'full' | 'delta',
  by: Subject = server.admin,
): Promise<Ran> {
  const taskId = await by.call(sync.run, { query: { id, ...(mode && { mode }) } })
  const task = await finished(by, taskId)
  const { records } = await by.call(sync.pageRun, { query: { syncId: id, size: 100 } })
  const brief = records.find(run => run.taskId === taskId)!
  return { task, run: await by.call(sync.getRun, { query: { id: brief.id } }) }
}
