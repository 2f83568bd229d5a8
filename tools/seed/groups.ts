import { userLabel } from '@hufu/contract/directory/label'
import type { Condition, LabelRule } from '@hufu/contract/directory/label-rule'
import { workGroup } from '@hufu/contract/directory/work-group'
import type { Caller } from './caller.ts'
import type { Company } from './company.ts'
import { COMPANY } from './company-words.ts'

export interface Groups {
  labels: ReadonlyMap<string, string>
  workGroups: ReadonlyMap<string, string>
}

/** Labels and work groups, by hand and by rule. */
export async function seedGroups(admin: Caller, company: Company): Promise<Groups> {
  const labels = new Map<string, string>()
  for (const [name, { color, rule }] of Object.entries(labelRules(company))) {
    const { id } = await admin.call(userLabel.save, { body: { name, color, rule, sortNum: 50 + labels.size, remark: '按规则自动维护' } })
    labels.set(name, id)
  }
  await addMembersByHand(admin, company)
  return { labels, workGroups: await seedWorkGroups(admin, company) }
}

const orgCondition = (orgId: string, mainOnly: boolean): Condition => ({ field: 'org', orgIds: [orgId], below: true, mainOnly })

type RuledGroups = Record<string, { color: 'blue' | 'purple' | 'cyan' | 'orange'; rule: LabelRule }>

function labelRules({ orgs, positions: { duty, post } }: Company): RuledGroups {
  const inCompany = orgCondition(orgs.get(COMPANY)!, true)
  const leads: Condition = { field: 'duty', ids: ['处长', '主任'].map(name => duty.get(name)!) }
  const guards: Condition = { field: 'post', ids: ['网络安全岗', '系统运维岗'].map(name => post.get(name)!) }
  return {
    集团员工: { color: 'blue', rule: { match: 'all', conditions: [inCompany] } },
    集团中层干部: { color: 'purple', rule: { match: 'all', conditions: [inCompany, leads] } },
    集团兼职人员: {
      color: 'cyan',
      rule: {
        match: 'all',
        conditions: [orgCondition(orgs.get(COMPANY)!, false), { field: 'jobType', value: 2 }],
      },
    },
    关键信息岗位: { color: 'orange', rule: { match: 'all', conditions: [inCompany, guards] } },
  }
}

async function addMembersByHand(admin: Caller, { users }: Company): Promise<void> {
  const byName = new Map((await admin.call(userLabel.list)).map(({ id, name }) => [name, id]))
  const members = { 业务骨干: ['tangyifan', 'mengsiyuan', 'qiuziang', 'yezhixia'], 内训师: ['shilei', 'zoujingyi'], 新入职: ['qinmuyao'] }
  for (const [name, people] of Object.entries(members))
    await admin.call(userLabel.addUser, { body: { labelId: byName.get(name)!, userIds: people.map(each => users.get(each)!) } })
}

async function seedWorkGroups(admin: Caller, { orgs, users, positions }: Company): Promise<Map<string, string>> {
  const byHand = [
    { code: 'WG-DIGITAL', name: '数字化转型专班', org: 'HF-IT', people: ['hanlixin', 'tangyifan', 'guruolan', 'mengsiyuan', 'lvsiqi', 'fangzhiyuan'] },
    { code: 'WG-BUDGET', name: '年度预算编制组', org: 'HF-CW', people: ['chengshoucheng', 'mengsiyuan', 'duruoxi', 'lishuhuan', 'daixiaoyu'] },
    { code: 'WG-BID', name: '集中采购评审组', org: 'HF-CG', people: ['fengguangda', 'caomingli', 'fuyunshu', 'jianglinlin'] },
  ] // prettier-ignore
  const ids = new Map<string, string>()
  for (const { code, name, org, people } of byHand) {
    const validEndTime = `${new Date().getFullYear() + 1}-12-31 23:59:59`
    const { id } = await admin.call(workGroup.save, { body: { code, name, orgId: orgs.get(org)!, validEndTime } })
    await admin.call(workGroup.saveMembers, { query: { id }, body: people.map(each => users.get(each)!) })
    const { version } = await admin.call(workGroup.byId, { query: { id } })
    await admin.call(workGroup.update, { body: { id, code, name, leaderId: users.get(people[0]!)!, version } })
    ids.set(code, id)
  }
  const rule: LabelRule = {
    match: 'all',
    conditions: [
      orgCondition(orgs.get(COMPANY)!, false),
      { field: 'post', ids: ['网络安全岗', '系统运维岗'].map(name => positions.post.get(name)!) },
    ],
  }
  const body = { code: 'WG-DUTY', name: '网络安全值守组', orgId: orgs.get('HF-IT-SEC')!, rule, remark: '岗位在规则内的人员自动加入' }
  ids.set('WG-DUTY', (await admin.call(workGroup.save, { body })).id)
  return ids
}
