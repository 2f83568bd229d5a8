import type { AnyCall } from '@hufu/contract/call'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import type { Dice } from './fuzz-input.ts'
import type { State } from './giving-reference.ts'
import type { Subject } from './harness.ts'

/** The context of one act, whose targets are drawn by `die` from the present state. */
export interface RandomChoice {
  die: Dice
  state: State
  actorId: string
  /** Everybody who acts. */
  actors: readonly string[]
}
export interface GivingAct {
  name: string
  call: AnyCall
  isTask?: boolean
  input: (pick: Picker) => Parameters<Subject['send']>[1] | Promise<Parameters<Subject['send']>[1]>
}

let serial = 0
export const fresh = (head: string): string => `${head}${++serial}`
export const act = (name: string, call: AnyCall, input: GivingAct['input'], isTask = false): GivingAct => ({ name, call, input, isTask })
export const status = (p: Picker): 0 | 1 => (p.die.chance(0.7) ? 1 : 0)

export class Picker {
  readonly #thrown: RandomChoice
  constructor(thrown: RandomChoice) {
    this.#thrown = thrown
  }
  get die(): Dice {
    return this.#thrown.die
  }
  row(table: keyof State, test: (row: State['org'][number]) => boolean = () => true) {
    return this.die.oneOf(this.#thrown.state[table].filter(row => test(row))) ?? ({ id: 'nobody' } as State['org'][number])
  }
  id = (table: keyof State): string => this.row(table).id
  /** An organisation, four times in five within the actor's branches, so that enough succeeds. */
  place() {
    const { state, actorId } = this.#thrown
    const parent = new Map(state.org.map(row => [row.id, row.parent_id as string | null]))
    const roots = new Set(state.grade_admin.filter(row => row.user_id === actorId).map(row => row.org_id))
    const isEntitled = (id: string | null | undefined): boolean => id != null && (roots.has(id) || isEntitled(parent.get(id)))
    const near = roots.size > 0 && this.die.chance(0.8)
    return this.row('org', row => row.deleted_at === null && (!near || isEntitled(row.id)))
  }
  org = (): string => this.place().id
  code = (): string => String(this.place().code)
  goneOrg = (): string => this.row('org', row => row.deleted_at !== null).id
  gone = (): string => this.row('users', row => row.deleted_at !== null).id
  /** One time in six the actor themselves, else a user in an organisation drawn like `place`. */
  person = (): string => (this.die.chance(0.16) ? this.#thrown.actorId : this.colleague(() => true))
  /** A user whose session the run does not need. */
  other = (): string => this.colleague(id => !this.#thrown.actors.includes(id))
  /** A user with a system role. */
  holder = (): string =>
    String(this.row('user_role', row => row.user_id !== '1' && !this.#thrown.actors.includes(String(row.user_id))).user_id)
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
  /** A position attribute that no job has, if there is one, because those in use cannot be deleted. */
  unused = (kind: 'post' | 'rank'): string =>
    this.row('standing', row => row.kind === kind && this.#thrown.state.job.every(job => job[`${kind}_id`] !== row.id)).id
  unusedRole = (): string =>
    this.row('role', row => row.built_in === 0 && this.#thrown.state.user_role.every(each => each.role_id !== row.id)).id
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
  /** Nodes that one of the actor's delegations or roles allows; one time in five any nodes. */
  nodes() {
    const { state, actorId } = this.#thrown
    const source = this.row('grade_admin', row => row.user_id === actorId)
    const roles = new Set(state.user_role.filter(row => row.user_id === actorId).map(row => row.role_id))
    const grantable = new Set([
      ...state.grade_admin_menu.filter(row => row.grade_admin_id === source.id).map(row => row.menu_id),
      ...state.role_menu.filter(row => roles.has(row.role_id)).map(row => row.menu_id),
    ])
    const isOffered = this.die.chance(0.2) ? () => true : (id: string) => grantable.has(id)
    const pages = shippedMenus.filter(node => node.type === 'menu' && node.menuUri.split('/').length === 3 && isOffered(node.id) && this.die.chance(0.5)) // prettier-ignore
    const buttons = shippedMenus.filter(
      node => node.type === 'button' && isOffered(node.id) && pages.some(page => page.id === node.parentId),
    )
    return { menuIds: pages.map(page => page.id), buttonIds: buttons.map(node => node.id) }
  }
}
