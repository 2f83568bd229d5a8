import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { workflow, type FlowNode } from '@hufu/contract/governance/workflow'
import { admin as administrators } from '@hufu/contract/permission/admin'
import { role } from '@hufu/contract/permission/role'
import { samplePerson } from '../sample/people.ts'
import { openCaller, withoutForcedChange, type Caller, type Workplace } from './caller.ts'
import { EMPLOYEES_FROM, type Company } from './company.ts'

/** Numbers of sample people used for the requested new users only. */
const NEWCOMERS_FROM = EMPLOYEES_FROM + 500
const APPLICANTS = ['guruolan', 'panyuchen']
const EXAMINERS = ['shenzhiqiu', 'caomingli', 'xuanning']

/** Workflows, and requests of users and organisations in every state. Reviews stay switched on. */
export async function seedReviews(place: Workplace, admin: Caller, company: Company): Promise<void> {
  const ids = (names: readonly string[]) => names.map(name => company.users.get(name)!)
  const roles = await admin.call(role.list)
  const examiner = roles.find(({ code }) => code === 'examiner')!.id
  await admin.call(administrators.save, { body: { userIds: ids(EXAMINERS), roleIds: [examiner] } })
  await seedWorkflows(admin, examiner, ids(['caomingli', 'xuanning']))
  const [userExaminerIds, orgExaminerIds] = [ids(EXAMINERS), ids(['shenzhiqiu'])]
  await admin.call(review.saveSetting, { body: { openUserExamine: 1, openOrgExamine: 1, userExaminerIds, orgExaminerIds } })
  const people = ids([...APPLICANTS, ...EXAMINERS])
  await withoutForcedChange(place.kernel.db, people, async () => {
    const [gu, pan, shen, cao] = await Promise.all(
      ids(['guruolan', 'panyuchen', 'shenzhiqiu', 'caomingli']).map(id => openCaller(place, id)),
    )
    await seedRequests(company, gu!, pan!)
    await seedDecisions(gu!, shen!, cao!)
    const year = new Date().getFullYear()
    const until = { beginTime: `${year}-01-01 00:00:00`, endTime: `${year + 1}-12-31 23:59:59` }
    await shen!.call(review.saveDeputy, { body: { deputyId: company.users.get('caomingli')!, ...until } })
    await admin.call(review.saveDeputy, { body: { deputyId: company.users.get('xuanning')!, ...until } })
  })
}

function lineOf(steps: readonly Partial<FlowNode>[], ccIds: string[]) {
  const nodes = [
    { id: 'start', type: 'start' as const, x: 0, y: 0 },
    ...steps.map((step, n) => ({ id: `step${n + 1}`, type: 'approve' as const, x: 0, y: 120 * (n + 1), ...step })),
    { id: 'end', type: 'end' as const, x: 0, y: 120 * (steps.length + 1), ccIds },
  ]
  return { nodes, edges: nodes.slice(1).map((node, n) => ({ from: nodes[n]!.id, to: node.id })) }
}

/** One workflow in force in its second version, and one that is not deployed yet. */
async function seedWorkflows(admin: Caller, examiner: string, ccIds: string[]): Promise<void> {
  const first = { name: '综合审核', approverType: 'role' as const, approverIds: [examiner] }
  const later = {
    name: '安全复核', approverType: 'user' as const, approverIds: ccIds, mode: 'or' as const,
    when: { operateTypes: ['delete' as const] }, deadlineHours: 48, onDeadline: 'remind' as const,
  } // prettier-ignore
  const users = { name: '用户变更审核', code: 'USER-CHANGE', bizType: 'user' as const, remark: '新增、修改、删除用户' }
  const { id } = await admin.call(workflow.save, { body: users })
  await admin.call(workflow.saveDesign, { body: { id, ...lineOf([first], []) } })
  await admin.call(workflow.deploy, { query: { id } })
  await admin.call(workflow.saveDesign, { body: { id, ...lineOf([first, later], ccIds.slice(0, 1)) } })
  await admin.call(workflow.deploy, { query: { id } })
  await admin.call(workflow.setStatus, { query: { status: 1 }, body: { id } })
  const orgs = { name: '机构调整审核', code: 'ORG-CHANGE', bizType: 'org' as const, remark: '设计中' }
  const { id: draft } = await admin.call(workflow.save, { body: orgs })
  await admin.call(workflow.saveDesign, { body: { id: draft, ...lineOf([first], []) } })
}

async function seedRequests({ users, orgs }: Company, gu: Caller, pan: Caller): Promise<void> {
  const newcomers = [
    ['lianghongyu', '梁红玉', 'HF-BGS'],
    ['suwanqiu', '苏晚秋', 'HF-CW'],
    ['qiaomubai', '乔牧白', 'HF-IT-DEV'],
    ['huyunfei', '胡云飞', 'HF-HD-SC'],
  ] as const
  for (const [n, [userName, realName, code]] of newcomers.entries()) {
    const { phone } = samplePerson(NEWCOMERS_FROM + n)
    const jobs = [{ orgId: orgs.get(code)!, jobType: 1 as const }]
    await pan.call(user.save, { body: { userName, realName, phone, jobs, passwordType: 2, email: `${userName}@hufu.example` } })
  }
  const edits = [
    ['taoxinyi', { remark: '兼任保密员' }],
    ['mengsiyuan', { email: 'mengsy@hufu.example' }],
    ['baixueqing', { realName: '白雪清' }],
    ['shilei', { remark: '值班组长' }],
    ['daixiaoyu', { employeeNumber: 'HF9025' }],
  ] as const
  for (const [name, change] of edits) {
    const { id, realName, jobs } = await gu.call(user.byId, { query: { id: users.get(name)! } })
    const same = jobs.map(({ orgId, jobType, rankId, positionalTitlesId, positionId, stationId }) => ({
      orgId, jobType: jobType as 1 | 2, rankId, positionalTitlesId, positionId, stationId,
    })) // prettier-ignore
    await gu.call(user.update, { body: { id, realName, jobs: same, ...change } })
  }
  await gu.call(user.remove, { body: { ids: [users.get('chennanxing')!] } })
  const parentId = orgs.get('HF-IT')!
  await gu.call(org.save, { body: { parentId, name: '数据治理处', code: 'HF-IT-DATA', leader: '白雪晴' } })
  await pan.call(org.save, { body: { parentId: orgs.get('HF')!, name: '国际业务部', code: 'HF-GJ', leader: '待定' } })
  const { id, name, code } = await gu.call(org.byId, { query: { id: orgs.get('HF-CG')! } })
  await gu.call(org.update, { body: { id, name, code, shortName: '采购部', leader: '戴晓雨' } })
}

/** Some requests are approved, one is rejected, one withdrawn; the others are pending. */
async function seedDecisions(gu: Caller, shen: Caller, cao: Caller): Promise<void> {
  const waiting = (await shen.call(review.pageUser, { query: { status: '0', mine: 'true', size: 50 } })).records
  const named = (name: string) => waiting.find(({ objectName }) => objectName === name)!.id
  await shen.call(review.pass, { body: { ids: [named('梁红玉'), named('苏晚秋'), named('陶心怡')], opinion: '同意' } })
  await cao.call(review.reject, { body: { ids: [named('乔牧白')], opinion: '岗位编制已满，请与人力资源部核对' } })
  await gu.call(review.withdraw, { body: { ids: [named('石磊')] } })
  const [newOrg] = (await shen.call(review.pageOrg, { query: { status: '0', name: '数据治理处' } })).records
  await shen.call(review.pass, { body: { ids: [newOrg!.id], opinion: '同意设立' } })
}
