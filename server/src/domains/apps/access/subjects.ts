import type { SubjectType } from '@hufu/contract/apps/access'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockEach, lockOrgs } from '../../directory/index.ts'
import { pathsOf } from './paths.sql.ts'
import { groupsInScope, presentSubjects } from './subjects.sql.ts'

/**
 * Each of them there and within reach, or the whole batch is refused. Labels, posts and lines span all organisations:
 * who has a branch gives nothing to them, for they would reach people who are not theirs (T14).
 */
export async function lockSubjects({ db, scope }: Pick<Context, 'db' | 'scope'>, type: SubjectType, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) refuse('nothingChosen')
  if (type === 'user') return lockEach(db, scope, ids)
  if (type === 'org') return lockOrgs(db, scope, ids)
  if (!scope.all && type !== 'workGroup') refuse('subjectBeyondScope')
  const present = type === 'workGroup' ? await groupsInScope(db, scope, ids) : await presentSubjects(db, type, ids)
  if (present.size < new Set(ids).size) refuse('subjectMissing')
}

export interface Grantable {
  appId: string
  roleId?: string | null
}

/** Nobody gives themselves anything where they have a branch only, or one of three duties (D-34). */
export function refuseOneself({ scope, who }: Pick<Context, 'scope' | 'who'>, type: SubjectType, ids: readonly string[]): void {
  if (type === 'user' && ids.includes(who.userId) && (!scope.all || who.rights.duty)) refuse('grantToOneself')
}

/** Whoever has a branch gives and takes only what they may open and hold themselves (D-34: 4403). */
export async function refuseGrantsBeyond({ db, scope, who }: Pick<Context, 'db' | 'scope' | 'who'>, objects: readonly Grantable[]) {
  if (scope.all) return
  const own = (await pathsOf(db, who.userId)).filter(path => path.fault === null)
  const holds = ({ appId, roleId }: Grantable) => own.some(path => path.appId === appId && (!roleId || path.roleId === roleId))
  if (!objects.every(holds)) refuse('grantBeyondOwn')
}
