import type { MenuNode } from '@hufu/contract/permission/menu'
import type { Context } from '../../../platform/http/context.ts'
import { makePermittedCall, type InnerCall } from '../../../platform/http/inner-call.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { type Part, type Row, sameNames, wireValueOf } from './restore-rule.ts'

type Jobs = { realName: string; version: number; jobs: readonly Row[] }
type GivenApps = readonly { appId: string; roleIds: readonly string[] }[]

const ask = async <T>(ctx: Context, call: InnerCall) => (await makePermittedCall(ctx, call)) as T
/** The list with the id, or without it. */
const listed = (list: readonly string[], id: unknown, isIn: boolean) => [...list.filter(one => one !== id), ...(isIn ? [id as string] : [])]

const KEPT = ['orgId', 'jobType', 'rankId', 'positionalTitlesId', 'positionId', 'stationId', 'sortNum']
/** A job in the form of a user edit. */
const jobAsSent = (job: Row) => Object.fromEntries(KEPT.map(name => [name, job[name]]))
const jobFromRow = (row: Row): Row => ({
  orgId: row.org_id,
  jobType: row.job_type,
  rankId: row.rank_id,
  positionalTitlesId: row.title_id,
  positionId: row.duty_id,
  stationId: row.post_id,
  sortNum: row.sort_num,
})

/** Adds the present jobs to a user edit, which must send all jobs. */
export async function withJobs(ctx: Context, body: unknown): Promise<unknown> {
  const { jobs } = await ask<Jobs>(ctx, { name: 'user.byId', query: { id: (body as { id: string }).id } })
  return { ...(body as object), jobs: jobs.map(jobAsSent) }
}

const job = (ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> => jobs(ctx, [{ row, isIn }])

/** One edit for all job changes of a user, so that a user who loses their main job gets another in the same edit. */
export async function jobs(ctx: Context, moved: readonly Pick<Part, 'row' | 'isIn'>[]): Promise<InnerCall> {
  const id = moved[0]!.row.user_id
  const { realName, version, jobs: present } = await ask<Jobs>(ctx, { name: 'user.byId', query: { id } })
  let next: Row[] = [...present]
  for (const { row, isIn } of moved) {
    next = next.filter(one => one.id !== row.id && one.orgId !== row.org_id)
    if (isIn) next.push(jobFromRow(row))
  }
  return { name: 'user.update', body: { id, realName, version, jobs: next.map(jobAsSent) } }
}

async function member(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> {
  const members = await ask<readonly { id: string }[]>(ctx, { name: 'workGroup.members', query: { workGroupId: row.group_id } })
  const ids = members.map(({ id }) => id)
  return { name: 'workGroup.saveMembers', query: { id: row.group_id }, body: listed(ids, row.user_id, isIn) }
}

const hasButton = (nodes: readonly MenuNode[], id: unknown): boolean =>
  nodes.some(({ buttons, children }) => buttons.some(button => button.id === id) || hasButton(children, id))

async function roleMenu(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> {
  interface Auth {
    menus: readonly MenuNode[]
    menuIds: readonly string[]
    buttonIds: readonly string[]
    version: number
  }
  const { menus, menuIds, buttonIds, version } = await ask<Auth>(ctx, { name: 'role.auth', query: { id: row.role_id } })
  const isButton = hasButton(menus, row.menu_id)
  const body = {
    id: row.role_id,
    menuIds: isButton ? menuIds : listed(menuIds, row.menu_id, isIn),
    buttonIds: isButton ? listed(buttonIds, row.menu_id, isIn) : buttonIds,
    version,
  }
  return { name: 'role.saveAuth', body }
}

async function roleResource(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> {
  interface RoleResources {
    resourceIds: readonly string[]
    version: number
  }
  const { resourceIds, version } = await ask<RoleResources>(ctx, { name: 'appRole.byId', query: { id: row.role_id } })
  const body = { roleId: row.role_id, resourceIds: listed(resourceIds, row.resource_id, isIn), version }
  return { name: 'appRole.saveResource', body }
}

const times = (row: Row) => ({ below: row.below, beginTime: wireValueOf(row.begin_time), endTime: wireValueOf(row.end_time) })

/** The call that adds or removes a grant: a target of a permission group, a grant of a group, or a direct grant. */
function grant(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> | InnerCall {
  if (row.group_id !== null) {
    const target = { id: row.group_id, targetType: row.subject_type, targetIds: [row.subject_id] }
    return isIn ? { name: 'authGroup.addTarget', body: { ...target, ...times(row) } } : { name: 'authGroup.removeTarget', body: target }
  }
  return row.subject_type === 'authGroup' ? grantOfGroup(ctx, row, isIn) : directGrant(ctx, row, isIn)
}

/** The roles of the application after the change; undefined if its grant goes, which must come after those of its roles. */
function rolesAfter(present: GivenApps, { app_id: appId, role_id: roleId }: Row, isIn: boolean): string[] | undefined {
  const roleIds = present.find(one => one.appId === appId)?.roleIds ?? []
  if (roleId !== null) return listed(roleIds, roleId, isIn)
  if (!isIn && roleIds.length > 0) refuse('historyRolesGiven')
  return isIn ? [...roleIds] : undefined
}

async function grantOfGroup(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> {
  const query = { id: row.subject_id }
  const { version } = await ask<{ version: number }>(ctx, { name: 'authGroup.byId', query })
  const present = await ask<GivenApps>(ctx, { name: 'authGroup.auth', query })
  const roleIds = rolesAfter(present, row, isIn)
  const others = present.filter(one => one.appId !== row.app_id).map(one => ({ appId: one.appId, roleIds: one.roleIds }))
  const apps = [...others, ...(roleIds ? [{ appId: row.app_id, roleIds }] : [])]
  return { name: 'authGroup.saveAuth', body: { id: row.subject_id, apps, version } }
}

async function directGrant(ctx: Context, row: Row, isIn: boolean): Promise<InnerCall> {
  const query = { targetType: row.subject_type, targetId: row.subject_id }
  const roleIds = rolesAfter(await ask<GivenApps>(ctx, { name: 'authorize.byTarget', query }), row, isIn)
  if (roleIds === undefined) return { name: 'authorize.remove', body: { ids: [row.id] } }
  const apps = [{ appId: row.app_id, roleIds }]
  return { name: 'authorize.save', body: { targetType: row.subject_type, targetIds: [row.subject_id], apps, ...times(row) } }
}

/** The call that sends all SAML settings, with this one set to its former value. */
async function samlSetting(ctx: Context, { app_id: appId, column, value }: Row): Promise<InnerCall> {
  interface SamlSettings {
    settings: Row | null
    version: number
  }
  const { settings, version } = await ask<SamlSettings>(ctx, { name: 'saml.get', query: { appId } })
  return { name: 'saml.update', body: { ...settings, [Object.values(sameNames(column as string))[0]!]: value, appId, version } }
}

const completed = { samlSetting, job, member, roleMenu, roleResource, grant }
export type PartName = keyof typeof completed

/** The call that replaces the present set by one with this element added or removed. */
export const callOf = async (ctx: Context, { part, row, isIn }: Part): Promise<InnerCall> => completed[part](ctx, row, isIn)
