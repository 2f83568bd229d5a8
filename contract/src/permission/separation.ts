import { z } from 'zod'
import { button, get, link, menu, post, type Permit } from '../call.ts'
import { count, done, ids } from '../shapes.ts'

/** 系统管理员, 安全管理员, 审计管理员: the three of 三员分立. */
export const segregatedRoles = ['system', 'security', 'audit'] as const
export type SegregatedRole = (typeof segregatedRoles)[number]

/** The pages of each segregated role: the longest matching path counts. Unlisted pages belong to all. */
const pagesOf: Readonly<Record<SegregatedRole, readonly string[]>> = {
  system: ['/app', '/organiz', '/sync', '/system/incorrectLoginIndex'],
  security: ['/authorize', '/examine', '/system', '/devops'],
  audit: ['/audit', '/sync/syncLog', '/devops/data-history'],
}
const owners = segregatedRoles
  .flatMap(segregatedRole => pagesOf[segregatedRole].map(path => ({ path, segregatedRole })))
  .sort((a, b) => b.path.length - a.path.length)
/** Appointing administrators belongs to the security administrator on every page, so that no one also runs what they delegate. */
const SECURITY_BUTTON = 'grade-auth'

export const segregatedRoleOfPage = (path: string): SegregatedRole | undefined =>
  owners.find(owner => path === owner.path || path.startsWith(`${owner.path}/`))?.segregatedRole

export const segregatedRoleOfButton = (page: string, code: string | null): SegregatedRole | undefined =>
  code === SECURITY_BUTTON ? 'security' : segregatedRoleOfPage(page)

/** The segregated roles that may make a call; empty: every role may. A call that changes something has at most one. */
export function segregatedRolesOf(permit: Permit): readonly SegregatedRole[] {
  if (permit === 'superAdmin') return ['security']
  if (typeof permit === 'string' || permit.pages === '*') return []
  if (permit.buttons.includes(SECURITY_BUTTON)) return ['security']
  return segregatedRoles.filter(segregatedRole =>
    (permit.pages as readonly string[]).some(page => segregatedRoleOfPage(page) === segregatedRole),
  )
}

const segregatedRole = z.enum(segregatedRoles)
const Holder = z.object({ id: z.string(), userName: z.string(), realName: z.string(), isAble: z.boolean() })
const State = z.object({
  isOn: z.boolean(),
  duties: z.array(
    z.object({ duty: segregatedRole, holders: z.array(Holder), agreed: z.boolean().nullable(), agreedBy: z.string().nullable() }),
  ),
  /** The caller's own segregated role. */
  mine: segregatedRole.nullable(),
  /** Whether the caller may appoint users to segregated roles. */
  mayAppoint: z.boolean(),
})
export type SeparationState = z.infer<typeof State>

export const separation = {
  /** null for users who take no part in it. */
  state: get('/v3/separation/state', { permit: 'signedIn', reply: State.nullable() }),
  appoint: post('/v3/separation/appoint', {
    permit: button(['/system/manage'], 'appoint'),
    stepUp: true,
    body: z.strictObject({ duty: segregatedRole, userIds: ids }),
    reply: count,
  }),
  dismiss: post('/v3/separation/dismiss', {
    permit: button(['/system/manage'], 'appoint'),
    stepUp: true,
    body: z.strictObject({ userIds: ids }),
    reply: count,
  }),
  /** Agrees to switch separation of duties on or off; it takes effect as soon as two of the three agree within a day. */
  agree: post('/v3/separation/agree', {
    permit: 'signedIn',
    stepUp: true,
    body: z.strictObject({ wish: z.boolean() }),
    reply: State.nullable(),
  }),
  withdraw: post('/v3/separation/withdraw', { permit: 'signedIn', reply: done }),
  /** Every call and the roles that may make it, as a sheet for an assessment. */
  matrix: link('/v3/separation/matrix', { permit: menu('/system/manage', '/audit/operation'), reply: z.undefined() }),
}
