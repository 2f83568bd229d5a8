import type { SubjectType } from '@hufu/contract/apps/access'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockEach, lockOrgs } from '../../directory/index.ts'
import { pathsOf } from './paths.sql.ts'
import { groupsInScope, existingSubjects } from './subjects.sql.ts'

/**
 * Locks the subjects; all must exist and be in scope, else the batch is refused. Labels, posts and lines span all
 * organisations, so callers with a limited scope may not grant to them.
 */
export async function lockSubjects({ db, scope }: Pick<Context, 'db' | 'scope'>, type: SubjectType, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) refuse('nothingChosen')
  if (type === 'user') return lockEach(db, scope, ids)
  if (type === 'org') return lockOrgs(db, scope, ids)
  if (!scope.all && type !== 'workGroup') refuse('subjectBeyondScope')
  const present = type === 'workGroup' ? await groupsInScope(db, scope, ids) : await existingSubjects(db, type, ids)
  if (present.size < new Set(ids).size) refuse('subjectMissing')
}

export interface Grantable {
  appId: string
  roleId?: string | null
}

/** Callers with a limited scope or a segregated role may not grant anything to themselves (D-34). */
export function refuseOneself({ scope, who }: Pick<Context, 'scope' | 'who'>, type: SubjectType, ids: readonly string[]): void {
  if (type === 'user' && ids.includes(who.userId) && (!scope.all || who.rights.segregatedRole)) refuse('grantToOneself')
}

/** Callers with a limited scope may grant and revoke only applications they may open and roles they hold (D-34: 4403). */
export async function refuseGrantsBeyond({ db, scope, who }: Pick<Context, 'db' | 'scope' | 'who'>, objects: readonly Grantable[]) {
  if (scope.all) return
  const own = (await pathsOf(db, who.userId)).filter(path => path.fault === null)
  const holds = ({ appId, roleId }: Grantable) => own.some(path => path.appId === appId && (!roleId || path.roleId === roleId))
  if (!objects.every(holds)) refuse('grantBeyondOwn')
}
