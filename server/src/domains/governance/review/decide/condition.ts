import type { StepCondition } from '@hufu/contract/governance/design'
import type { ObjectType, OperateType } from '@hufu/contract/governance/review'
import type { Db } from '../../../../platform/database/db.ts'
import { meetsRule } from '../../../directory/index.ts'
import { liesBelowAny } from './condition.sql.ts'

/** The object the conditions of a step apply to: as the change leaves it, or as it is before a deletion. */
export interface ConditionSubject {
  objectType: ObjectType
  operateType: OperateType
  id: string
  orgId: string
  fields: readonly string[]
}

export async function conditionApplies(db: Db, subject: ConditionSubject, when: StepCondition | undefined): Promise<boolean> {
  if (!when) return true
  if (when.operateTypes && !when.operateTypes.includes(subject.operateType)) return false
  if (when.fields && !when.fields.some(field => subject.fields.includes(field))) return false
  if (when.orgIds && !(await liesBelowAny(db, subject.orgId, when.orgIds))) return false
  return !when.rule || subject.objectType === 'org' || meetsRule(db, when.rule, subject.id)
}
