import { user } from '@hufu/contract/directory/user'
import { accessOf } from '../src/domains/apps/access/paths.sql.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { Kernel } from '../src/platform/kernel.ts'
import type { TestServer } from './harness.ts'

const PAGES = ['/organiz/index', '/organiz/org-list', '/organiz/user-label', '/organiz/work-group', '/organiz/stripe-org', '/authorize/index', '/app/user'] // prettier-ignore

/**
 * A branch with its administrator, who holds `more` pages, too, two users and one subject of each kind; `held` and `unheld` are
 * applications.
 */
export async function givingBranch(server: TestServer, ...more: string[]) {
  const { given } = server
  const { db } = server.kernel
  await given.forDelegations(...PAGES, ...more)
  const root = await given.org()
  const [office, other] = [
    await given.org({ parentId: root, code: `IN${given.next()}` }),
    await given.org({ parentId: root, code: `TO${given.next()}` }),
  ]
  const self = await given.user({ org: office })
  await given.gradeAdmin(self, root, 1, ...PAGES, ...more)
  const person = await given.user({ org: office })
  const [held, unheld] = [await given.app(), await given.app({ name: `财务${given.next()}` })]
  const heldRole = await given.appRole(held, { name: '经理' })
  await given.grant({ subjectType: 'user', subjectId: self, appId: held })
  const [labelId, postId, groupId, stripeId] = [newId(), newId(), newId(), newId()]
  await db.insertInto('userLabel').values({ id: labelId, name: `标签${labelId}` }).execute() // prettier-ignore
  await db.insertInto('standing').values({ id: postId, kind: 'post', name: `岗位${postId}`, code: postId }).execute() // prettier-ignore
  await db.insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId, orgId: root }).execute() // prettier-ignore
  await db.insertInto('stripe').values({ id: stripeId, name: stripeId, code: stripeId }).execute() // prettier-ignore
  return { root, office, other, self, person, held, unheld, heldRole, labelId, postId, groupId, stripeId, as: await server.as(self) }
}
export type GivingBranch = Awaited<ReturnType<typeof givingBranch>>

export const nameOf = async ({ db }: Kernel, id: string) => (await db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName // prettier-ignore
export const codeOf = async ({ db }: Kernel, id: string) =>
  (await db.selectFrom('org').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
export const opens = async ({ db }: Kernel, userId: string, appId: string) => (await accessOf(db, { userId, appId })) !== undefined

/** The form of a user as stored. */
export async function formOf({ admin }: TestServer, id: string) {
  const { realName, jobs } = await admin.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType, stationId: null as string | null })) }
}
