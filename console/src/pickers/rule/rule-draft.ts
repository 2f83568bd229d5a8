import type { Condition, Group, LabelRule } from '@hufu/contract/directory/label-rule'

export type Field = Condition['field']
export type Line = Group | Condition
export const CONDITIONS_MAX = 20

export const isGroup = (one: Line): one is Group => 'match' in one

/** The initial condition of a field. */
export function blankOf(field: Field): Condition {
  switch (field) {
    case 'org':
      return { field, orgIds: [], below: true, mainOnly: false }
    case 'jobType':
      return { field, value: 2 }
    case 'rank':
    case 'title':
    case 'duty':
    case 'post':
      return { field, ids: [] }
    case 'status':
      return { field, value: 1 }
    case 'gender':
      return { field, value: 1 }
    case 'validEndTime':
      return { field, how: 'before', time: '' }
    case 'realName':
    case 'userName':
    case 'employeeNumber':
      return { field, how: 'contains', text: '' }
  }
}

export const emptyRule = (): LabelRule => ({ match: 'all', conditions: [blankOf('org')] })

export const countOf = (rule: LabelRule): number =>
  rule.conditions.reduce((sum, one) => sum + (isGroup(one) ? one.conditions.length : 1), 0)

/** Whether the rule is complete, so that the server would accept it. */
export const isWhole = ({ conditions }: LabelRule | Group): boolean =>
  conditions.length > 0 && conditions.every((one: Line) => (isGroup(one) ? isWhole(one) : isFilled(one)))

function isFilled(one: Condition): boolean {
  if ('ids' in one) return one.ids.length > 0
  if ('orgIds' in one) return one.orgIds.length > 0
  if ('text' in one) return one.text.trim() !== ''
  return one.field !== 'validEndTime' || one.how === 'none' || Boolean(one.time)
}

/** The comparison of a condition as one choice, and back. */
export function operatorOf(one: Condition): string {
  const isNot = 'not' in one && one.not === true
  if (one.field === 'org') return one.below ? (isNot ? 'notBelow' : 'below') : isNot ? 'notAt' : 'at'
  if ('text' in one) return isNot ? 'notContains' : one.how
  if (one.field === 'validEndTime') return one.how
  return isNot ? 'isNot' : 'is'
}

export function withOperator(one: Condition, how: string): Condition {
  if (one.field === 'org') return { ...one, below: how === 'below' || how === 'notBelow', not: how.startsWith('not') }
  if ('text' in one) return how === 'notContains' ? { ...one, how: 'contains', not: true } : { ...one, how: how as 'contains', not: false }
  if (one.field === 'validEndTime') return { ...one, how: how as 'before' }
  return one.field === 'status' ? one : { ...one, not: how === 'isNot' }
}

export function operatorsOf(field: Field): readonly string[] {
  if (field === 'org') return ['below', 'at', 'notBelow', 'notAt']
  if (field === 'realName' || field === 'userName' || field === 'employeeNumber') return ['contains', 'notContains', 'starts', 'equals']
  if (field === 'validEndTime') return ['before', 'after', 'none']
  return field === 'status' ? ['is'] : ['is', 'isNot']
}
