import type { BodyOf } from '@hufu/contract/call'
import { user } from '@hufu/contract/directory/user'
import { objectTypes, type review } from '@hufu/contract/governance/review'
import type { Context } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { ableToSignInAmong, namesOfUsers } from './candidate.sql.ts'
import { eligibleAmong, type RequestSubject } from './candidates.ts'
import { deputiesOf, insertDeputy } from './deputy.sql.ts'
import { engineFor, examinerPermit, type Engine } from './engine.ts'
import { choosable } from '../setting.sql.ts'

/** The deputies of the asked users, if the deputies themselves may act upon this request. */
export async function eligibleDeputies(engine: Engine, about: RequestSubject, userIds: readonly string[]) {
  const pairs = await deputiesOf(engine.db, about.objectType, userIds)
  const able = await ableToSignInAmong(engine.db, [...new Set(pairs.map(pair => pair.deputyId))])
  const fit = new Set(await eligibleAmong(engine, about, able))
  return pairs.filter(({ deputyId }) => fit.has(deputyId) && !userIds.includes(deputyId))
}

/** Saves a deputy, who must be an examiner and gains no rights. A user out of the caller's scope counts as unknown (D-75). */
export async function saveDeputy(ctx: Context<undefined, BodyOf<typeof review.saveDeputy>>): Promise<string> {
  const { db, who, body } = ctx
  if (body.deputyId === who.userId) refuse('deputyOneself')
  const scope = who.rights.scopeOf(user.pick.permit)
  const reached = scope ? await choosable(db, scope, [body.deputyId], []) : []
  const [named] = await namesOfUsers(db, await ableToSignInAmong(db, reached))
  if (!named) refuse('userMissing')
  const rights = await engineFor(ctx).rightsOf(body.deputyId)
  const kinds = body.objectType ? [body.objectType] : objectTypes
  if (!kinds.some(kind => rights.scopeOf(examinerPermit[kind]))) refuse('deputyUnfit', { name: named.name })
  return insertDeputy(db, who.userId, body)
}
