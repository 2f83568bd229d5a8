import type { ConfigValues } from '../../../../platform/config/config-catalog.ts'
import { higherAmong } from '../../../../platform/access/seniority.ts'
import type { ObjectType } from '@hufu/contract/governance/review'
import { ableToSignInAmong, administers, findNamed, fallbackExaminers, isOrgInScope } from './candidate.sql.ts'
import { examinerPermit, type Engine } from './engine.ts'
import type { Request, Step } from '../change/request.sql.ts'

export type RequestSubject = Pick<Request, 'objectType' | 'objectId' | 'orgId' | 'applyUserId'>

/** The users who may act upon the request: examiners except the applicant, its subject, and users whom its subject outranks. */
export async function eligibleAmong(engine: Engine, about: RequestSubject, ids: readonly string[]): Promise<string[]> {
  const { db } = engine
  const isRanked = await administers(db, about)
  const fit: string[] = []
  for (const id of ids) {
    if (id === about.applyUserId || (about.objectType === 'user' && id === about.objectId)) continue
    const rights = await engine.rightsOf(id)
    const scope = rights.scopeOf(examinerPermit[about.objectType])
    if (!scope || !(await isOrgInScope(db, scope, about.orgId))) continue
    if (isRanked && (await higherAmong(db, { userId: id, rights }, [about.objectId!])).size > 0) continue
    fit.push(id)
  }
  return fit
}

/** The users a step asks today. Of the administrators of organisations above, only the nearest are asked. */
export async function candidatesOf(engine: Engine, about: RequestSubject, step: Step): Promise<string[]> {
  const found = await findNamed(engine.db, step, about.orgId)
  const fit = new Set(await eligibleAmong(engine, about, found.map(({ userId }) => userId))) // prettier-ignore
  const able = found.filter(({ userId }) => fit.has(userId))
  const nearest = able.filter(({ depth }) => depth === able[0]!.depth)
  return (step.approverType === 'orgAdmin' ? nearest : able).map(({ userId }) => userId)
}

export const examinersOf = (values: ConfigValues, objectType: ObjectType): readonly string[] =>
  objectType === 'user' ? values.userExaminerIds : values.orgExaminerIds

/** The users asked if the step has nobody: the configured examiners, then super administrators. */
export async function fallbackOf(engine: Engine, about: RequestSubject): Promise<string[]> {
  const configured = await ableToSignInAmong(engine.db, examinersOf(engine.kernel.config.values, about.objectType))
  const fit = await eligibleAmong(engine, about, configured)
  return fit.length > 0 ? fit : eligibleAmong(engine, about, await fallbackExaminers(engine.db))
}
