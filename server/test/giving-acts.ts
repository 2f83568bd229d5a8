import { appRole } from '@hufu/contract/apps/app-role'
import { appUser } from '@hufu/contract/apps/app-user'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import type { AnyCall } from '@hufu/contract/call'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { appUserId } from '../src/domains/apps/app-user/app-user-id.ts'
import type { Dice } from './fuzz-input.ts'
import type { State } from './giving-reference.ts'
import type { Subject } from './harness.ts'
import { sheet } from './sheets.ts'

/** Of one act: what it is aimed at is thrown by `die` among what there is. */
export interface Throw {
  die: Dice
  state: State
  actorId: string
  admins: readonly string[]
}
export interface GivingAct {
  name: string
  call: AnyCall
  isTask?: boolean
  input: (pick: Picker) => Parameters<Subject['send']>[1] | Promise<Parameters<Subject['send']>[1]>
}

export class Picker {
  readonly #thrown: Throw
  constructor(thrown: Throw) {
    this.#thrown = thrown
  }
  get die(): Dice {
    return this.#thrown.die
  }
  row(table: keyof State, test: (row: State['org'][number]) => boolean = () => true) {
    return this.die.oneOf(this.#thrown.state[table].filter(row => test(row))) ?? ({ id: 'nobody' } as State['org'][number])
  }
  id = (table: keyof State): string => this.row(table).id
  /** Four of five within the actor's branches, so that much succeeds. */
  place() {
    const { state, actorId } = this.#thrown
    const parent = new Map(state.org.map(row => [row.id, row.parent_id as string | null]))
    const roots = new Set(state.grade_admin.filter(row => row.user_id === actorId).map(row => row.org_id))
    const isEntitled = (id: string | null | undefined): boolean => id != null && (roots.has(id) || isEntitled(parent.get(id)))
    const near = this.die.chance(0.8)
    return this.row('org', row => row.deleted_at === null && (!near || isEntitled(row.id)))
  }
  org = (): string => this.place().id
  code = (): string => String(this.place().code)
  goneOrg = (): string => this.row('org', row => row.deleted_at !== null).id
  gone = (): string => this.row('users', row => row.deleted_at !== null).id
  /** One in six times the actor themselves, else somebody who works where the actor looks. */
  person = (): string => (this.die.chance(0.16) ? this.#thrown.actorId : this.colleague(() => true))
  /** Nobody whose session the run still needs. */
  other = (): string => this.colleague(id => !this.#thrown.admins.includes(id))
  private colleague(test: (id: string) => boolean): string {
    for (let tries = 0; tries < 10; tries++) {
      const orgId = this.org()
      const { user_id: id } = this.row('job', row => row.org_id === orgId && row.user_id !== '1' && test(String(row.user_id)))
      if (typeof id === 'string') return id
    }
    return this.row('users', row => row.deleted_at === null && row.id !== '1' && test(row.id)).id
  }
  name = (id: string): string => String(this.#thrown.state.users.find(row => row.id === id)?.user_name ?? 'nobody')
  jobs = (id: string) =>
    this.#thrown.state.job.filter(row => row.user_id === id).map(row => ({
      orgId: String(row.org_id), jobType: Number(row.job_type), rankId: row.rank_id, stationId: row.post_id, sortNum: row.sort_num,
    })) // prettier-ignore
  form(id: string, more: object = {}) {
    const person = this.#thrown.state.users.find(row => row.id === id)
    return { body: { id, realName: String(person?.real_name ?? '某'), jobs: this.jobs(id), ...more } }
  }
  positionAttribute = (kind: string): string => this.row('standing', row => row.kind === kind).id
  hand = (table: 'user_label' | 'work_group'): string => this.row(table, row => row.rule === null).id
  appGrant() {
    const role = this.row('app_role')
    return this.die.chance(0.5) ? { appId: String(role.app_id), roleIds: [role.id] } : { appId: this.id('app'), roleIds: [] }
  }
  subject(): { targetType: string; targetIds: string[] } {
    const kinds = { user: this.person, org: this.org, label: () => this.id('user_label'), workGroup: () => this.id('work_group'), post: () => this.positionAttribute('post'), stripe: () => this.id('stripe') } // prettier-ignore
    const targetType = this.die.oneOf(['user', 'user', 'org', 'org', 'workGroup', 'label', 'post', 'stripe'] as const)
    return { targetType, targetIds: [kinds[targetType]()] }
  }
  /** Of what one of the actor's own branches may do; one time in five of everything. */
  nodes() {
    const { state, actorId } = this.#thrown
    const source = this.row('grade_admin', row => row.user_id === actorId)
    const held = new Set(state.grade_admin_menu.filter(row => row.grade_admin_id === source.id).map(row => row.menu_id))
    const isOffered = this.die.chance(0.2) ? () => true : (id: string) => held.has(id)
    const pages = shippedMenus.filter(node => node.type === 'menu' && node.menuUri.split('/').length === 3 && isOffered(node.id) && this.die.chance(0.5)) // prettier-ignore
    const buttons = shippedMenus.filter(
      node => node.type === 'button' && isOffered(node.id) && pages.some(page => page.id === node.parentId),
    )
    return { menuIds: pages.map(page => page.id), buttonIds: buttons.map(node => node.id) }
  }
}

let serial = 0
const fresh = (head: string) => `${head}${++serial}`
const act = (name: string, call: AnyCall, input: GivingAct['input'], isTask = false): GivingAct => ({ name, call, input, isTask })
const status = (p: Picker) => (p.die.chance(0.7) ? 1 : 0)
const form = (change: (p: Picker, id: string) => object) => (p: Picker) => {
  const id = p.person()
  return p.form(id, change(p, id))
}

const people: GivingAct[] = [
  act('create', user.save, p => ({ body: { userName: fresh('gm'), realName: '新人', passwordType: 2, labelIds: p.die.chance(0.4) ? [p.hand('user_label')] : [], jobs: [{ orgId: p.org(), jobType: 1, stationId: p.die.chance(0.3) ? p.positionAttribute('post') : null }] } })), // prettier-ignore
  act(
    'labels of the form',
    user.update,
    form(p => ({ labelIds: [p.hand('user_label')] })),
  ),
  act(
    'gender',
    user.update,
    form(p => ({ gender: p.die.oneOf([1, 2]) })),
  ),
  act(
    'a post',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).map(job => ({ ...job, stationId: p.positionAttribute('post') })) })),
  ),
  act(
    'a rank',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).map(job => ({ ...job, rankId: p.positionAttribute('rank') })) })),
  ),
  act('a second job', user.update, form((p, id) => {
    const orgId = p.org()
    return { jobs: [...p.jobs(id).filter(job => job.orgId !== orgId), { orgId, jobType: 2 }] }
  })), // prettier-ignore
  act(
    'a job less',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).filter(job => job.jobType === 1) })),
  ),
  act('another main job', user.update, form((p, id) => {
    const jobs = p.jobs(id)
    const main = p.die.below(Math.max(jobs.length, 1))
    return { jobs: jobs.map((job, n) => ({ ...job, jobType: n === main ? 1 : 2 })) }
  })), // prettier-ignore
  act('move the main job', user.transferMainJob, p => {
    const id = p.person()
    return { body: { userIds: [id], oldOrgId: p.jobs(id).find(job => job.jobType === 1)?.orgId ?? '1', newOrgId: p.org() } }
  }),
  act('take a job', user.removeJob, p => {
    const id = p.person()
    return { body: { userIds: [id], jobType: p.die.oneOf([1, 2]), orgId: p.die.oneOf(p.jobs(id))?.orgId ?? '1' } }
  }),
  act('several at once', user.saveMany, p => ({ body: { orgId: p.org(), list: [{ userName: fresh('gb'), realName: '批量', stationId: p.die.chance(0.5) ? p.positionAttribute('post') : null }] } })), // prettier-ignore
  act('delete', user.remove, p => ({ body: { ids: [p.other()] } })),
  act('recover', user.recover, p => ({ query: { userId: p.gone() } })),
  act('recover elsewhere', user.recover, p => ({ query: { userId: p.gone() }, body: { orgId: p.org() } })),
  act('disable or enable', user.setStatus, p => ({ query: { status: String(status(p)) }, body: { ids: [p.other()] } })),
  act('change oneself', user.updateOwn, p => ({ body: { gender: p.die.oneOf([1, 2]) } })),
]
const places: GivingAct[] = [
  act('found', org.save, p => ({ body: { parentId: p.org(), name: fresh('新机构'), code: fresh('GN') } })),
  act('move', org.move, p => ({ body: { ids: [p.org()], targetParentId: p.org() } })),
  act('form of an organisation', org.update, p => {
    const row = p.row('org', one => one.deleted_at === null)
    return { body: { id: row.id, name: String(row.name), code: String(row.code), parentId: p.org() } }
  }),
  act('disable or enable an organisation', org.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.org()] } })),
  act('delete an organisation', org.remove, p => ({ body: { ids: [p.org()] } })),
  act('recover an organisation', org.recover, p => ({ query: { orgId: p.goneOrg() } })),
  act('recover an organisation elsewhere', org.recover, p => ({ query: { orgId: p.goneOrg() }, body: { parentId: p.org() } })),
]
const circles: GivingAct[] = [
  act('into a label', userLabel.addUser, p => ({ body: { labelId: p.id('user_label'), userIds: [p.person(), p.person()] } })),
  act('out of a label', userLabel.removeUser, p => ({ body: { labelId: p.id('user_label'), userIds: [p.person()] } })),
  act('a new label', userLabel.save, p => ({ body: { name: fresh('标签'), ...(p.die.chance(0.3) && { rule: { match: 'all', conditions: [{ field: 'gender', value: 1 }] } }) } })), // prettier-ignore
  act('labels merged', userLabel.merge, p => ({ body: { ids: [p.row('user_label', row => String(row.name).startsWith('标签')).id], targetId: p.id('user_label') } })), // prettier-ignore
  act('disable or enable a label', userLabel.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('user_label')] } })),
  act('the rule of a label', userLabel.update, p => ({ body: { id: p.row('user_label', row => row.rule !== null).id, name: fresh('规则'), rule: { match: 'all', conditions: [{ field: 'gender', value: 2 }] } } })), // prettier-ignore
  act('into a work group', workGroup.saveMembers, p => ({ query: { id: p.id('work_group') }, body: [p.person(), p.person()] })),
  act('a new work group', workGroup.save, p => ({ body: { name: fresh('组'), code: fresh('G'), orgId: p.org(), leaderId: '' } })),
  act('a work group', workGroup.update, p => {
    const row = p.row('work_group')
    return { body: { id: row.id, name: String(row.name), code: String(row.code), orgId: p.org(), leaderId: p.die.chance(0.5) ? p.person() : '', validEndTime: p.die.oneOf(['', '2099-01-01 00:00:00', '2020-01-01 00:00:00']) } } // prettier-ignore
  }),
  act('disable or enable a work group', workGroup.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('work_group')] } })),
  act('into a line', businessLine.addOrg, p => ({
    body: { stripeId: p.id('stripe'), orgIds: [p.org()], hasIncludeChild: p.die.chance(0.5) },
  })),
  act('out of a line', businessLine.removeOrg, p => ({ body: { stripeId: p.id('stripe'), orgIds: [p.org()] } })),
  act('disable or enable a line', businessLine.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('stripe')] } })),
  act('disable or enable a post', positionAttribute.post.setStatus, p => ({
    query: { status: status(p) },
    body: { ids: [p.positionAttribute('post')] },
  })),
]
const grants: GivingAct[] = [
  act('authorise', authorize.save, p => ({ body: { ...p.subject(), apps: [p.appGrant()], below: p.die.chance(0.5) } })),
  act('withdraw', authorize.remove, p => ({ body: { ids: [p.id('app_grant')] } })),
  act('a user of an application', appUser.add, p => ({ body: { appId: p.id('app'), userIds: [p.person()] } })),
  act('shut out or let in', appUser.setStatus, p => {
    const account = p.row('app_account')
    const app = p.row('app', row => row.id === account.app_id)
    return {
      query: { status: status(p) },
      body: { ids: [appUserId(Number(app.seq ?? 1), p.die.chance(0.8) ? String(account.user_id) : p.person())] },
    }
  }),
  act('a role of an application', appRole.addUser, p => {
    const { id, app_id } = p.row('app_role')
    return { body: { appId: String(app_id), roleIds: [id], userData: [p.person()] } }
  }),
  act('disable or enable a role', appRole.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('app_role')] } })),
  act('what a permission group gives', authGroup.saveAuth, p => ({ body: { id: p.id('auth_group'), apps: [p.appGrant()] } })),
  act('whom a permission group reaches', authGroup.addTarget, p => ({ body: { id: p.id('auth_group'), ...p.subject() } })),
  act('disable or enable a permission group', authGroup.setStatus, p => ({
    query: { status: status(p) },
    body: { ids: [p.id('auth_group')] },
  })),
  act('appoint', delegatedAdmin.save, p => ({ body: { userIds: [p.other()], orgId: p.org(), hasIncludeChild: 1, hasHandOn: p.die.oneOf([0, 1]), ...p.nodes() } })), // prettier-ignore
  act('change an appointment', delegatedAdmin.update, p => ({ body: { id: p.id('grade_admin'), orgId: p.org(), hasIncludeChild: 1, hasHandOn: 1, ...p.nodes() } })), // prettier-ignore
  act('rest or wake an appointment', delegatedAdmin.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.row('grade_admin', row => row.source_id !== null).id] } })), // prettier-ignore
]
const sheets: GivingAct[] = [
  act('a sheet of people', user.importInsert, async p => ({ file: await sheet(['用户名', '姓名', '机构编码', '标签', '岗位'], [1, 2].map(() => [fresh('gs'), '表格', p.code(), p.die.chance(0.5) ? String(p.row('user_label').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'post').name) : null])) }), true), // prettier-ignore
  act('a sheet of changes', user.importUpdate, async p => ({ file: await sheet(['用户名', '机构编码', '标签', '岗位', '职级'], [p.person(), p.person()].map(id => [p.name(id), p.die.chance(0.3) ? p.code() : null, p.die.chance(0.5) ? String(p.row('user_label').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'post').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'rank').name) : null])) }), true), // prettier-ignore
  act('a sheet of jobs', user.importInsertUserOrg, async p => ({ file: await sheet(['用户名', '机构编码', '任职类型'], [p.person(), p.person()].map(id => [p.name(id), p.code(), '兼职'])) }), true), // prettier-ignore
  act(
    'a sheet of changed jobs',
    user.importUpdateUserOrg,
    async p => {
      const id = p.person()
      return { file: await sheet(['用户名', '机构编码', '任职类型', '岗位'], p.jobs(id).map(() => [p.name(id), p.code(), '兼职', String(p.row('standing', row => row.kind === 'post').name)])) } // prettier-ignore
    },
    true,
  ),
  act('a sheet of organisations', org.importUpdate, async p => ({ file: await sheet(['机构编码', '上级机构编码'], [[p.code(), p.code()], [p.code(), p.code()]]) }), true), // prettier-ignore
]

/** Sheets take longest: a sixth as often as the others. */
export const givingActs: readonly GivingAct[] = [
  ...Array.from({ length: 6 }, () => [...people, ...places, ...circles, ...grants]).flat(),
  ...sheets,
]
