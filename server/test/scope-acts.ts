import type { AnyCall } from '@hufu/contract/call'
import { file } from '@hufu/contract/operations/file'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { task } from '@hufu/contract/task'
import { user } from '@hufu/contract/directory/user'
import { welcome } from '@hufu/contract/operations/welcome'
import { dice } from './fuzz-input.ts'
import type { Subject } from './harness.ts'
import { finished } from './harness.ts'
import type { Job, Reaches, Reference } from './scope-reference.ts'
import { randomNodes, SURNAMES } from './scope-world.ts'
import { downloaded, sheet } from './sheets.ts'

/** The targets of an act: ids in or out of the actor's scope, and numbers. */
export interface ActTargets {
  org: string
  to: string
  person: string
  other: string
  goneOrg: string
  gonePerson: string
  grant: string
  task: string
  file: string
  n: number
  flag: boolean
  /** The nodes of one of the actor's delegations. */
  held: ReadonlySet<string>
}
export type Target = Exclude<keyof ActTargets, 'n' | 'flag' | 'held'>

/** What an answer is compared with. */
export interface ActorScope {
  reference: Reference
  reaches: Reaches
  /** All users in the actor's scope. */
  people: ReadonlySet<string>
  actorId: string
}

export interface Act {
  name: string
  call: AnyCall
  /** All of these must be in the actor's scope for the act to succeed. */
  targets: readonly Target[]
  /** Also succeeds for targets out of scope, but answers as if they did not exist. */
  isFilter?: boolean
  /** May say that the object belongs to somebody else (bad input 41). */
  isNamed?: boolean
  /** Starts a task, whose result comes later. */
  isTask?: boolean
  /** Deletes or restores a user with all their jobs. */
  isWhole?: boolean
  /** The users the act changes: none of them may rank above the actor. */
  upon?: readonly Target[]
  aim?: (aim: ActTargets, reference: Reference) => ActTargets
  input: (aim: ActTargets, reference: Reference) => Parameters<Subject['send']>[1] | Promise<Parameters<Subject['send']>[1]>
  /** Says what is wrong with the answer. */
  problem?: (data: never, actorScope: ActorScope, aim: ActTargets) => string | undefined
  follow?: (data: never, actorScope: ActorScope, aim: ActTargets, subject: Subject) => Promise<string | undefined>
}

const act = (
  name: string,
  call: AnyCall,
  targets: readonly Target[],
  input: Act['input'],
  more: Omit<Act, 'name' | 'call' | 'targets' | 'input'> = {},
): Act => ({ name, call, targets, input, ...more })

/** Checks that the answer lists exactly these ids, and counts them. */
function exactly(got: readonly string[], wanted: ReadonlySet<string>, total = got.length): string | undefined {
  const foreign = got.filter(id => !wanted.has(id))
  if (foreign.length > 0) return `names ${foreign.slice(0, 5).join(', ')}`
  return total === wanted.size ? undefined : `counts ${total} where there are ${wanted.size}`
}
interface Page { total: number; records: { id: string; userCount?: number }[] } // prettier-ignore
const pageProblem = ({ total, records }: Page, wanted: ReadonlySet<string>) => exactly(records.map(row => row.id), wanted, total) // prettier-ignore

const isInTargetOrg =
  ({ org: root, flag }: ActTargets, reference: Reference) =>
  (orgId: string) =>
    flag ? reference.isBelow(orgId, root) : orgId === root
const reached = ({ reference, reaches }: ActorScope, more: (job: Job) => boolean = () => true) =>
  reference.people(job => reaches(job.org_id) && more(job))
const reachedOrgs = ({ reference, reaches }: ActorScope, more: (orgId: string) => boolean = () => true) =>
  new Set([...reference.org.values()].filter(one => one.deleted_at === null && reaches(one.id) && more(one.id)).map(one => one.id))
/** Checks that each row counts the users in the actor's scope at or below it. */
function countProblem(rows: readonly { id: string; userCount?: number }[], actorScope: ActorScope): string | undefined {
  const wrong = rows.find(row => row.userCount !== reached(actorScope, job => actorScope.reference.isBelow(job.org_id, row.id)).size)
  return wrong && `counts ${wrong.userCount} people of ${wrong.id}`
}

const whole = { size: 500 }
const surname = ({ n }: ActTargets) => Object.keys(SURNAMES)[n % 4]!
const pinyin = ({ n }: ActTargets) => Object.values(SURNAMES)[n % 4]!
const named = (actorScope: ActorScope, aim: ActTargets) => (job: Job) =>
  actorScope.reference.users.get(job.user_id)!.real_name.startsWith(surname(aim))

/** Aims at one of the user's own jobs. */
const ofTheirs = (aim: ActTargets, reference: Reference): ActTargets => {
  const jobs = reference.jobsOf(aim.person)
  return { ...aim, org: jobs[aim.n % jobs.length]?.org_id ?? aim.org }
}
const mainOf = (aim: ActTargets, reference: Reference): ActTargets => ({
  ...aim,
  org: reference.jobsOf(aim.person).find(job => job.job_type === 1)?.org_id ?? aim.org,
})
const jobsBody = (jobs: readonly Job[]) =>
  jobs.map(({ org_id, job_type, sort_num }) => ({ orgId: org_id, jobType: job_type, sortNum: sort_num }))
/** A user form as it would be sent, with changed jobs. */
const form =
  (change: (jobs: Job[], aim: ActTargets) => Job[]) =>
  (aim: ActTargets, reference: Reference): Record<string, unknown> => {
    const person = reference.users.get(aim.person)
    const present = reference.jobsOf(aim.person)
    const jobs = present.length > 0 ? present : [{ id: '', user_id: '', org_id: '1', job_type: 1, sort_num: 1 }]
    return { body: { id: aim.person, realName: person?.real_name ?? '某', jobs: jobsBody(change(jobs, aim)) } }
  }
let serial = 0
const uuid = ({ n }: ActTargets) => `model-${n}-${++serial}`
const codeOf = (reference: Reference, id: string) => reference.org.get(id)?.code ?? 'NOWHERE'
const nameOf = (reference: Reference, id: string) => reference.users.get(id)?.user_name ?? 'nobody'

const people: Act[] = [
  act('one person', user.byId, ['person'], aim => ({ query: { id: aim.person } })),
  act('everybody', user.page, [], () => ({ query: whole }), { problem: (page, actorScope) => pageProblem(page, reached(actorScope)) }),
  act('people of a place', user.page, ['org'], ({ org: orgId, flag }) => ({ query: { orgId, hasIncludeChild: flag, ...whole } }), {
    isFilter: true,
    problem: (page, actorScope, aim) =>
      pageProblem(
        page,
        reached(actorScope, job => isInTargetOrg(aim, actorScope.reference)(job.org_id)),
      ),
  }),
  act('people by name', user.page, [], aim => ({ query: { searchKey: surname(aim), ...whole } }), {
    problem: (page, actorScope, aim) => pageProblem(page, reached(actorScope, named(actorScope, aim))),
  }),
  act('people by pinyin, who work there besides', user.page, [], aim => ({ query: { searchKey: pinyin(aim), jobType: 2, ...whole } }), {
    problem: (page, actorScope, aim) =>
      pageProblem(
        page,
        reached(actorScope, job => job.job_type === 2 && named(actorScope, aim)(job)),
      ),
  }),
  act('people to pick', user.pick, ['org'], ({ org: orgId, flag }) => ({ query: { orgId, hasIncludeChild: flag, ...whole } }), {
    isFilter: true,
    problem: (page, actorScope, aim) =>
      pageProblem(
        page,
        reached(actorScope, job => isInTargetOrg(aim, actorScope.reference)(job.org_id)),
      ),
  }),
  act('people of an organisation', user.byOrg, ['org'], ({ org: orgId, flag }) => ({ query: { orgId, hasIncludeChild: flag } }), {
    isFilter: true,
    problem: (rows: { id: string }[], actorScope, aim) =>
      exactly(rows.map(row => row.id), reached(actorScope, job => isInTargetOrg(aim, actorScope.reference)(job.org_id))), // prettier-ignore
  }),
  act('a phone', user.reveal, ['person'], aim => ({ body: { id: aim.person, field: 'phone', reason: '核对' } })),
  act('somebody’s roles', user.rights, ['person'], aim => ({ query: { userId: aim.person } })),
  act('somebody’s sheet', user.exportEmployee, ['person'], aim => ({ query: { userId: aim.person } })),
  act('deleted people', user.pageDeleted, [], () => ({ query: whole }), {
    problem: (page, { reference, reaches }) =>
      pageProblem(page, new Set([...reference.users.values()].filter(one => one.deleted_at !== null && reaches(reference.formerOrg(one))).map(one => one.id))), // prettier-ignore
  }),
  act('a deleted person', user.deletedById, ['gonePerson'], aim => ({ query: { id: aim.gonePerson } })),
  act('recover', user.recover, ['gonePerson'], aim => ({ query: { userId: aim.gonePerson } }), { isWhole: true }),
  act('recover elsewhere', user.recover, ['gonePerson', 'org'], aim => ({ query: { userId: aim.gonePerson }, body: { orgId: aim.org } }), {
    isWhole: true,
  }),
  act('create', user.save, ['org', 'to'], aim => ({
    body: {
      userName: `n${uuid(aim).slice(6)}`, realName: '新人', passwordType: 2,
      jobs: [{ orgId: aim.org, jobType: 1 }, ...(aim.to === aim.org ? [] : [{ orgId: aim.to, jobType: 2 }])],
    },
  })), // prettier-ignore
  act(
    'rename',
    user.update,
    ['person'],
    form(jobs => jobs),
    { upon: ['person'] },
  ),
  act('another main job', user.update, ['person'], form((jobs, { n }) => jobs.map((job, at) => ({ ...job, job_type: at === n % jobs.length ? 1 : 2 }))), { upon: ['person'] }), // prettier-ignore
  act('another number in the order', user.update, ['person'], form((jobs, { n }) => jobs.map(job => ({ ...job, sort_num: 1 + (n % 999) }))), { upon: ['person'] }), // prettier-ignore
  act('a job more', user.update, ['person', 'org'], form((jobs, { org: org_id }) => [...jobs.filter(job => job.org_id !== org_id), { ...jobs[0]!, job_type: 2, org_id }]), { upon: ['person'] }), // prettier-ignore
  act('a job less', user.update, ['person'], form((jobs, { n }) => jobs.filter((job, at) => job.job_type === 1 || at !== n % jobs.length)), { upon: ['person'] }), // prettier-ignore
  act('delete', user.remove, ['person', 'other'], aim => ({ body: { ids: [aim.person, aim.other] } }), { isWhole: true, upon: ['person', 'other'] }), // prettier-ignore
  act('delete one', user.remove, ['person'], aim => ({ body: { ids: [aim.person] } }), { isWhole: true, upon: ['person'] }),
  act('disable', user.setStatus, ['person', 'other'], aim => ({ query: { status: aim.flag ? '1' : '0' }, body: { ids: [aim.person, aim.other] } }), { upon: ['person', 'other'] }), // prettier-ignore
  act('move the main job', user.transferMainJob, ['person', 'org', 'to'], aim => ({ body: { userIds: [aim.person], oldOrgId: aim.org, newOrgId: aim.to } }), { aim: mainOf, upon: ['person'] }), // prettier-ignore
  act('take a job', user.removeJob, ['person', 'org'], aim => ({ body: { userIds: [aim.person], jobType: aim.flag ? 1 : 2, orgId: aim.org } }), { aim: ofTheirs, upon: ['person'] }), // prettier-ignore
  act('the jobs it would take', user.pageJob, ['person'], aim => ({ body: { userIds: [aim.person], jobType: 2, orgId: aim.org } }), { aim: ofTheirs }), // prettier-ignore
  act('put first', user.sortTop, ['org', 'person'], aim => ({ query: { orgId: aim.org, userId: aim.person } }), { aim: ofTheirs }),
  act('put at', user.sortMove, ['org', 'person'], aim => ({ query: { orgId: aim.org, userId: aim.person, sortNum: 1 + (aim.n % 9) } }), { aim: ofTheirs }), // prettier-ignore
  act('number', user.setSortNum, ['person'], aim => ({ query: { userId: aim.person, sortNum: 1 + (aim.n % 900) } }), { upon: ['person'] }),
  act('drag', user.sortDrag, ['org'], (aim, reference) => ({ query: { orgId: aim.org }, body: [...reference.people(job => job.org_id === aim.org)].toReversed() })), // prettier-ignore
  act('several at once', user.saveMany, ['org'], aim => ({ body: { orgId: aim.org, list: [{ userName: `m${uuid(aim).slice(6)}`, realName: '批量' }] } }), { isFilter: true }), // prettier-ignore
]

const organisations: Act[] = [
  act('the tree', org.tree, [], () => ({}), {
    problem: (rows: { id: string }[], actorScope) => {
      const foreign = rows.filter(row => !actorScope.reaches(row.id))
      return foreign.length > 0 ? `names ${foreign[0]!.id}` : countProblem(rows, actorScope)
    },
  }),
  act('a level of the tree', org.tree, ['org'], aim => ({ query: { parentId: aim.org } }), {
    isFilter: true,
    problem: (rows: { id: string }[], actorScope, aim) =>
      exactly(rows.map(row => row.id), reachedOrgs(actorScope, id => actorScope.reference.org.get(id)!.parent_id === aim.org)) ?? countProblem(rows, actorScope), // prettier-ignore
  }),
  act('organisations by name', org.search, [], ({ n }) => ({ query: { name: ['东局', '西处', 'nanke', 'xj'][n % 4]! } }), {
    problem: (rows: { id: string; path: string }[], actorScope) => {
      const names = new Set([...reachedOrgs(actorScope)].map(id => actorScope.reference.org.get(id)!.name))
      return rows.map(row => (actorScope.reaches(row.id) ? row.path.split(' / ').find(name => !names.has(name)) : row.id)).find(foreign => foreign !== undefined) // prettier-ignore
    },
  }),
  act('the way to one', org.path, ['org'], aim => ({ query: { id: aim.org } }), {
    problem: (rows: { id: string }[], actorScope) => rows.find(row => !actorScope.reaches(row.id))?.id,
  }),
  act('all organisations', org.page, [], () => ({ query: whole }), {
    problem: (page: Page, actorScope) => pageProblem(page, reachedOrgs(actorScope)) ?? countProblem(page.records.slice(0, 5), actorScope),
  }),
  act('organisations of a place', org.page, ['org'], ({ org: parentId }) => ({ query: { parentId, hasIncludeChild: true, ...whole } }), {
    isFilter: true,
    problem: (page: Page, actorScope, aim) =>
      pageProblem(page, reachedOrgs(actorScope, id => id !== aim.org && actorScope.reference.isBelow(id, aim.org))) ?? countProblem(page.records.slice(0, 5), actorScope), // prettier-ignore
  }),
  act('one organisation', org.byId, ['org'], aim => ({ query: { id: aim.org } }), {
    problem: (row: { id: string; userCount: number; childCount: number }, actorScope, aim) =>
      row.childCount === reachedOrgs(actorScope, id => actorScope.reference.org.get(id)!.parent_id === aim.org).size ? countProblem([row], actorScope) : `counts ${row.childCount} children`, // prettier-ignore
  }),
  act('is the name taken', org.nameTaken, ['org'], (aim, reference) => ({ query: { parentId: aim.org, name: [...reference.org.values()].find(one => one.parent_id === aim.org)?.name ?? '无' } }), { isFilter: true }), // prettier-ignore
  act('found', org.save, ['org'], aim => ({ body: { parentId: aim.org, name: uuid(aim).slice(0, 30), code: uuid(aim) } })),
  act('rename an organisation', org.update, ['org'], (aim, reference) => ({ body: { id: aim.org, name: `改${uuid(aim)}`.slice(0, 40), code: codeOf(reference, aim.org) } })), // prettier-ignore
  act('move', org.move, ['org', 'to'], aim => ({ body: { ids: [aim.org], targetParentId: aim.to } })),
  act('delete an organisation', org.remove, ['org'], aim => ({ body: { ids: [aim.org] } })),
  act('disable an organisation', org.setStatus, ['org', 'to'], aim => ({
    query: { status: aim.flag ? 1 : 0 },
    body: { ids: [aim.org, aim.to] },
  })),
  act('put last an organisation', org.sortBottom, ['org'], aim => ({ query: { orgId: aim.org } })),
  act('put at an organisation', org.sortMove, ['org'], aim => ({ query: { orgId: aim.org, sortNum: 1 + (aim.n % 5) } })),
  act('number an organisation', org.setSortNum, ['org'], aim => ({ query: { orgId: aim.org, sortNum: 1 + (aim.n % 900) } })),
  act('drag an organisation', org.sortDrag, ['org'], (aim, reference) => ({ query: { parentId: aim.org }, body: [...reference.org.values()].filter(one => one.parent_id === aim.org).map(one => one.id).toReversed() })), // prettier-ignore
  act('deleted organisations', org.pageDeleted, [], () => ({ query: whole }), {
    problem: (page, { reference, reaches }) => pageProblem(page, new Set([...reference.org.values()].filter(one => one.deleted_at !== null && reaches(one.id)).map(one => one.id))), // prettier-ignore
  }),
  act('a deleted one', org.deletedById, ['goneOrg'], aim => ({ query: { id: aim.goneOrg } })),
  act('recover an organisation', org.recover, ['goneOrg'], aim => ({ query: { orgId: aim.goneOrg } })),
  act('recover elsewhere an organisation', org.recover, ['goneOrg', 'to'], aim => ({
    query: { orgId: aim.goneOrg },
    body: { parentId: aim.to },
  })),
]

type Listed = { id: string; buttons?: { id: string }[]; children?: Listed[] }
const flatten = (nodes: readonly Listed[]): string[] =>
  nodes.flatMap(node => [node.id, ...(node.buttons ?? []).map(button => button.id), ...flatten(node.children ?? [])])
const ownNodes = ({ reference, actorId }: ActorScope) => new Set(reference.grantsOf(actorId).flatMap(grant => [...reference.nodes(grant)]))
const wanted = (aim: ActTargets) => ({
  orgId: aim.org,
  hasIncludeChild: aim.flag ? 1 : 0,
  hasHandOn: aim.n % 2,
  // One in five asks for any nodes, not only those held.
  ...randomNodes(dice(aim.n), aim.n % 5 === 0 ? undefined : aim.held),
})
const grantIds = (actorScope: ActorScope, isWanted: (grant: { org_id: string; user_id: string }) => boolean) =>
  new Set(
    [...actorScope.reference.grade_admin.values()]
      .filter(grant => actorScope.reaches(grant.org_id) && isWanted(grant))
      .map(grant => grant.id),
  )

const grants: Act[] = [
  act('all grants', delegatedAdmin.page, [], () => ({ query: whole }), { problem: (page, actorScope) => pageProblem(page, grantIds(actorScope, () => true)) }), // prettier-ignore
  act('grants of an organisation', delegatedAdmin.pageByOrg, ['org'], aim => ({ query: { orgId: aim.org, ...whole } }), {
    isFilter: true,
    problem: (page, actorScope, aim) => pageProblem(page, actorScope.reaches(aim.org) ? grantIds(actorScope, grant => actorScope.reference.covers(grant as never, aim.org)) : new Set()), // prettier-ignore
  }),
  act('somebody’s grants', delegatedAdmin.byUser, ['person'], aim => ({ query: { userId: aim.person } }), {
    isFilter: true,
    problem: (rows: { id: string }[], actorScope, aim) => exactly(rows.map(row => row.id), grantIds(actorScope, grant => grant.user_id === aim.person)), // prettier-ignore
  }),
  act('one grant', delegatedAdmin.byId, ['grant'], aim => ({ query: { id: aim.grant } })),
  act('are they set already', delegatedAdmin.userTaken, ['org'], (aim, reference) => {
    const grant = reference.grade_admin.get(aim.grant)
    return { query: { orgId: aim.org, userId: grant?.user_id ?? aim.person } }
  }, { isFilter: true, aim: (aim, reference) => ({ ...aim, org: reference.grade_admin.get(aim.grant)?.org_id ?? aim.org }) }), // prettier-ignore
  act('grant', delegatedAdmin.save, ['org', 'person'], aim => ({ body: { userIds: [aim.person], ...wanted(aim) } })),
  act('change a grant', delegatedAdmin.update, ['grant', 'org'], aim => ({ body: { id: aim.grant, ...wanted(aim) } })),
  act('what a change would shrink', delegatedAdmin.shrinkPreview, ['grant', 'org'], aim => ({ body: { id: aim.grant, ...wanted(aim) } })),
  act('revoke', delegatedAdmin.remove, ['grant'], aim => ({ body: { ids: [aim.grant] } })),
  act('rest or wake a grant', delegatedAdmin.setStatus, ['grant'], aim => ({
    query: { status: aim.flag ? 1 : 0 },
    body: { ids: [aim.grant] },
  })),
  act('what they may give', delegatedAdmin.grantable, [], () => ({}), {
    problem: (nodes: Listed[], actorScope) => flatten(nodes).find(id => !ownNodes(actorScope).has(id)),
  }),
  act('their menu', menus.granted, [], () => ({}), {
    problem: ({ menus: nodes }: { menus: Listed[] }, actorScope) => flatten(nodes).find(id => !ownNodes(actorScope).has(id)),
  }),
  act('counters', welcome.overview, [], () => ({}), {
    problem: ({ orgCount, userCount }: { orgCount: number | null; userCount: number | null }, actorScope) =>
      (orgCount === null || orgCount === reachedOrgs(actorScope).size) && (userCount === null || userCount === reached(actorScope).size) ? undefined : `counts ${orgCount} and ${userCount}`, // prettier-ignore
  }),
]

/** The names in a finished export. */
async function exportedNames(subject: Subject, taskId: string): Promise<string[]> {
  const { fileId } = await finished(subject, taskId)
  return fileId === null ? [] : (await downloaded(subject, fileId)).rows.map(row => row[0]!)
}
const namesOf = (actorScope: ActorScope, ids: Iterable<string>) =>
  new Set([...ids].map(id => actorScope.reference.users.get(id)!.user_name))
const ended = async (data: string, subject: Subject) => void (await finished(subject, data))

const tasks: Act[] = [
  act('export everybody', user.exportExcel, [], aim => ({ query: { uuid: uuid(aim), rangeType: '4', attributes: 'userName' } }), {
    isTask: true,
    follow: async (id, actorScope, _aim, subject) => exactly(await exportedNames(subject, id), namesOf(actorScope, reached(actorScope))),
  }),
  act('export some', user.exportExcel, ['person', 'other'], aim => ({ query: { uuid: uuid(aim), rangeType: '1', userIds: `${aim.person},${aim.other}`, attributes: 'userName' } }), {
    isTask: true,
    follow: async (id, actorScope, aim, subject) => exactly(await exportedNames(subject, id), namesOf(actorScope, [...reached(actorScope, job => [aim.person, aim.other].includes(job.user_id))])),
  }), // prettier-ignore
  act('export some places', user.exportExcel, ['org', 'to'], aim => ({ query: { uuid: uuid(aim), rangeType: '3', orgIds: `${aim.org},${aim.to}`, attributes: 'userName' } }), {
    isTask: true,
    follow: async (id, actorScope, aim, subject) => exactly(await exportedNames(subject, id), namesOf(actorScope, reached(actorScope, job => [aim.org, aim.to].includes(job.org_id)))),
  }), // prettier-ignore
  act('export organisations', org.exportExcel, ['org'], aim => ({ query: { uuid: uuid(aim), rangeType: '2', orgId: aim.org, attributes: 'code' } }), {
    isTask: true,
    follow: async (id, actorScope, aim, subject) => exactly(await exportedNames(subject, id), new Set([...reachedOrgs(actorScope, one => actorScope.reference.isBelow(one, aim.org))].map(one => codeOf(actorScope.reference, one)))),
  }), // prettier-ignore
  act('import people', user.importInsert, ['org', 'to'], async (aim, reference) => ({
    file: await sheet(['用户名', '姓名', '机构编码'], [aim.org, aim.to].map((id, n) => [`s${n}${uuid(aim).slice(6)}`, '表格', codeOf(reference, id)])),
  }), { isTask: true, follow: async (id, _sight, _aim, subject) => ended(id, subject) as never }), // prettier-ignore
  act('import changes', user.importUpdate, ['person', 'other'], async (aim, reference) => ({
    file: await sheet(['用户名', '姓名', '机构编码', '排序号'], [aim.person, aim.other].map(id => [nameOf(reference, id), '改名', aim.flag ? codeOf(reference, aim.to) : null, aim.flag ? null : String(1 + (aim.n % 99))])),
  }), { isTask: true, upon: [], follow: async (id, _sight, _aim, subject) => ended(id, subject) as never }), // prettier-ignore
  act('import jobs', user.importUpdateUserOrg, ['person'], async (aim, reference) => ({
    file: await sheet(['用户名', '机构编码', '任职类型', '排序号'], reference.jobsOf(aim.person).map(job => [nameOf(reference, aim.person), codeOf(reference, job.org_id), aim.flag ? '主职' : job.job_type === 1 ? '主职' : '兼职', String(1 + (aim.n % 99))])),
  }), { isTask: true, follow: async (id, _sight, _aim, subject) => ended(id, subject) as never }), // prettier-ignore
  act('import organisations', org.importUpdate, ['org', 'to'], async (aim, reference) => ({
    file: await sheet(['机构编码', '机构名称', '上级机构编码'], [[codeOf(reference, aim.org), `表${uuid(aim)}`.slice(0, 40), codeOf(reference, aim.to)]]),
  }), { isTask: true, follow: async (id, _sight, _aim, subject) => ended(id, subject) as never }), // prettier-ignore
  act('somebody’s task', task.progress, ['task'], aim => ({ query: { taskId: aim.task } }), { isNamed: true }),
  act('cancel somebody’s task', task.cancel, ['task'], aim => ({ query: { taskId: aim.task } }), { isNamed: true }),
  act('somebody’s file', file.download, ['file'], aim => ({ query: { fileId: aim.file } })),
]

/** The acts to draw from. Tasks take longest, so they are a fifth as frequent as the others. */
export const acts: readonly Act[] = [...Array.from({ length: 5 }, () => [...people, ...organisations, ...grants]).flat(), ...tasks]
