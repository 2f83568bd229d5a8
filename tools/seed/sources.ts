import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { push } from '@hufu/contract/provisioning/push'
import { sync } from '@hufu/contract/provisioning/sync'
import { samplePerson } from '../sample/people.ts'
import type { Apps } from './apps.ts'
import type { Caller, Workplace } from './caller.ts'
import { EMPLOYEES_FROM, type Company } from './company.ts'
import { finished } from './finished.ts'

const HR_URL = 'https://hr.hufu.example/api'
const OA = 'https://oa.hufu.example/push'
const PUSH_SECRET = 'sample-push-secret'
const FROM = EMPLOYEES_FROM + 600
const PEOPLE = 12

const mapping = [
  { object: 'user' as const, to: 'originUserId', from: 'id' },
  { object: 'user' as const, to: 'userName', from: 'login', when: 'new' as const },
  { object: 'user' as const, to: 'realName', from: 'name' },
  { object: 'user' as const, to: 'phone', from: 'mobile', transform: [{ kind: 'phoneCn' as const }] },
  { object: 'user' as const, to: 'employeeNumber', from: 'number' },
]

/** People as an external system returns them; the last one may be a user who already exists. */
function peopleOf(taken: { realName: string; phone: string }, missing: number) {
  const people = Array.from({ length: PEOPLE - missing }, (_, n) => {
    const { realName, phone } = samplePerson(FROM + n)
    return { id: `P${n + 1}`, login: `out.person${n + 1}`, name: realName, mobile: phone, number: `OUT${n + 1}` }
  })
  return [...people, { id: 'P99', login: 'out.person99', name: taken.realName, mobile: taken.phone, number: 'OUT99' }]
}

/** External systems that exist while the sample is written: a personnel system, and an application that receives pushes. */
async function openFakeSystems() {
  const state = { missing: 0, taken: { realName: '', phone: '' }, pushes: 0 }
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') {
      response.end(JSON.stringify({ data: peopleOf(state.taken, state.missing) }))
      return
    }
    // The application refuses every fifth change.
    const isRefused = ++state.pushes % 5 === 0
    response.writeHead(isRefused ? 422 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? { error: '工号已存在' } : { ok: true }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, state, close: () => new Promise(resolve => server.close(resolve)) }
}

/** Synchronisation tasks with their runs and a conflict, and pushes with their log. */
export async function seedSources(place: Workplace, admin: Caller, company: Company, apps: Apps): Promise<void> {
  const outside = await openFakeSystems()
  try {
    await seedInbound(admin, company, outside)
    await seedOutbound(place, admin, company, apps, outside.address)
  } finally {
    await outside.close()
  }
}

type FakeSystems = Awaited<ReturnType<typeof openFakeSystems>>

async function seedInbound(admin: Caller, { orgs }: Company, { address, state }: FakeSystems): Promise<void> {
  state.taken = { realName: '何林枫', phone: samplePerson(EMPLOYEES_FROM + 2).phone }
  const common = { direction: 'in' as const, objectType: 'user' as const, mapping, options: { path: 'data' } }
  const policy = { rootOrgId: orgs.get('HF-HR')!, brakeMin: 5, brakeCount: 3 }
  const url = `${address}/people`
  const { id } = await admin.call(sync.save, {
    body: { name: '劳务派遣人员', url, policy, remark: '每日从派遣公司的人事系统读取', ...common },
  })
  const run = async (mode?: 'plan' | 'full') => finished(admin, await admin.call(sync.run, { query: { id, ...(mode && { mode }) } }))
  await run()
  await run()
  // Half of the people are missing now, so the brake stops the run.
  state.missing = PEOPLE / 2
  await run('full')
  const { version } = await admin.call(sync.byId, { query: { id } })
  const body = { id, name: '劳务派遣人员', url: `${HR_URL}/people`, policy, remark: '每日从派遣公司的人事系统读取', ...common, version }
  await admin.call(sync.update, { body })
  await admin.call(sync.save, { body: { name: '集团人事系统', url: `${HR_URL}/staff`, status: 0, remark: '接入中，尚未启用', ...common } })
}

async function seedOutbound(place: Workplace, admin: Caller, { users }: Company, { apps }: Apps, address: string): Promise<void> {
  const appId = apps.get('oa')!
  const setting = {
    appId,
    tokenSeconds: 7200,
    asksJob: 1,
    singleLogout: 1,
    openPush: 1,
    pushObject: 'user',
    pushSecret: PUSH_SECRET,
  } as const
  await admin.call(appSetting.update, { body: { ...setting, pushUrl: `${address}/oa` } })
  const userIds = ['helinfeng', 'taoxinyi', 'tangyifan', 'luozhenyu', 'shilei', 'mengsiyuan', 'caomingli'].map(name => users.get(name)!)
  await finished(admin, await admin.call(push.users, { body: { userIds, appIds: [appId] } }))
  await admin.call(appSetting.update, { body: { ...setting, pushUrl: OA } })
  await place.kernel.db.deleteFrom('pushItem').where('appId', '=', appId).execute()
}
