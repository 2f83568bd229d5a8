import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { dict, ORG_TYPE } from '@hufu/contract/operations/dict'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { positionAttributeKinds, type PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { businessLine } from '@hufu/contract/directory/business-line'
import { MAIN_JOB, OTHER_JOB, user } from '@hufu/contract/directory/user'
import { ROOT_ORG } from '@hufu/contract/screens'
import { samplePerson } from '../sample/people.ts'
import { sealPassword, type Caller } from './caller.ts'
import { closedOrg, COMPANY, companyOrgs, employees, leavers, lines, type SampleEmployee } from './company-words.ts'
import { INITIAL_PASSWORD } from './people.ts'
import { made } from '../../server/test/made.ts'

/** From this number on, sample people are employees of the company. */
export const EMPLOYEES_FROM = 1_999_001

export interface Company {
  orgs: ReadonlyMap<string, string>
  users: ReadonlyMap<string, string>
  /** Ids of position attributes by kind and name. */
  positions: Readonly<Record<PositionAttributeKind, ReadonlyMap<string, string>>>
  lines: ReadonlyMap<string, string>
}

export async function seedCompany(admin: Caller): Promise<Company> {
  const orgs = await seedCompanyOrgs(admin)
  const positions = await readPositions(admin)
  const users = await seedEmployees(admin, orgs, positions)
  const rootOrgIds = [orgs.get('HF-HD')!, orgs.get('HF-HN')!]
  await admin.call(orgRange.save, { body: { name: '集团本部及分公司', rootOrgIds: [orgs.get(COMPANY)!], sortNum: 2 } })
  await admin.call(orgRange.save, { body: { name: '两家分公司', rootOrgIds, sortNum: 3 } })
  return { orgs, users, positions, lines: await seedLines(admin, orgs) }
}

/** Adds the types of organisation the sample uses to the dictionary, unless they exist. */
async function seedOrgTypes(admin: Caller): Promise<void> {
  const existing = new Set((await admin.call(dict.list, { query: { type: ORG_TYPE } })).map(({ name }) => name))
  const wanted = [...new Set(companyOrgs.map(({ orgType }) => orgType))].filter(name => !existing.has(name))
  for (const [n, name] of wanted.entries()) await admin.call(dict.save, { body: { type: ORG_TYPE, code: `sample${n + 1}`, name } })
}

async function seedCompanyOrgs(admin: Caller): Promise<Map<string, string>> {
  await seedOrgTypes(admin)
  const ids = new Map([['', ROOT_ORG]])
  for (const [n, { parent, ...details }] of companyOrgs.entries()) {
    const about = {
      phone: `021-5550${String(1000 + n)}`,
      address: '示例市示例区虎符路1号',
      originOrgId: `ORG${String(n + 1).padStart(4, '0')}`,
    }
    const { id } = made(await admin.call(org.save, { body: { parentId: ids.get(parent)!, ...details, ...about } }))
    ids.set(details.code, id)
  }
  await admin.call(org.sortTop, { query: { orgId: ids.get(COMPANY)! } })
  const { parent, ...closed } = closedOrg
  const { id } = made(await admin.call(org.save, { body: { parentId: ids.get(parent)!, ...closed } }))
  await admin.call(org.remove, { body: { ids: [id] } })
  return ids
}

async function readPositions(admin: Caller): Promise<Company['positions']> {
  const read = async (kind: PositionAttributeKind) =>
    new Map((await admin.call(positionAttribute[kind].list)).map(({ id, name }) => [name, id]))
  const entries = await Promise.all(positionAttributeKinds.map(async kind => [kind, await read(kind)] as const))
  return Object.fromEntries(entries) as Record<PositionAttributeKind, Map<string, string>>
}

async function seedEmployees(admin: Caller, orgs: Company['orgs'], positions: Company['positions']): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [n, one] of [...employees, ...leavers].entries()) {
    const { phone, idCard } = samplePerson(EMPLOYEES_FROM + n)
    const number = String(n + 1).padStart(4, '0')
    const { userName, realName, gender } = one
    const body = {
      userName,
      realName,
      gender,
      phone,
      idCard,
      jobs: jobsOf(one, orgs, positions),
      employeeNumber: `HF${number}`,
      originUserId: `HF-HR-${number}`,
      email: `${userName}@hufu.example`,
      passwordType: 3 as const,
      password: await sealPassword(admin, INITIAL_PASSWORD),
    }
    const { id } = made(await admin.call(user.save, { body }))
    ids.set(userName, id)
  }
  await admin.call(user.remove, { body: { ids: leavers.map(({ userName }) => ids.get(userName)!) } })
  for (const { userName } of leavers) ids.delete(userName)
  return ids
}

function jobsOf({ org, other, duty, title, post }: SampleEmployee, orgs: Company['orgs'], positions: Company['positions']) {
  const named = (kind: PositionAttributeKind, name: string | undefined) => (name === undefined ? null : (positions[kind].get(name) ?? null))
  const attributes = {
    positionalTitlesId: named('title', title),
    positionId: named('duty', duty),
    stationId: named('post', post),
  }
  const main = { orgId: orgs.get(org)!, jobType: MAIN_JOB, ...attributes } as const
  return other === undefined ? [main] : [main, { orgId: orgs.get(other)!, jobType: OTHER_JOB, stationId: attributes.stationId } as const]
}

async function seedLines(admin: Caller, orgs: Company['orgs']): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [n, { code, name, lead, below }] of lines.entries()) {
    const { id } = await admin.call(businessLine.save, { body: { code, name, sortNum: n + 1, remark: `${name}自上而下的业务指导关系` } })
    await admin.call(businessLine.addOrg, { body: { stripeId: id, orgIds: [orgs.get(lead)!] } })
    await admin.call(businessLine.addOrg, { body: { stripeId: id, parentId: orgs.get(lead)!, orgIds: below.map(each => orgs.get(each)!) } })
    ids.set(code, id)
  }
  return ids
}
