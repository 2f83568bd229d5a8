import { z } from 'zod'
import { flag, id, optionalTime } from '../shapes.ts'
import { positionAttributeKinds } from './position-attribute-list.ts'
import { problems } from '../text.ts'

/**
 * A rule over fields of users that decides who carries a label: all or any of its conditions, which may include groups of
 * conditions, nested once. It has no patterns and no other labels, so its evaluation always ends.
 */
export const CONDITIONS_MAX = 20
export const CHOICES_MAX = 50

const choices = z.array(id).min(1, problems.ruleUnfinished).max(CHOICES_MAX, `一个条件最多选择${CHOICES_MAX}项`)
const not = z.boolean().optional()
const keyword = z
  .string()
  .max(50, '长度不能超过50个字符')
  .refine(value => value.trim() !== '', problems.ruleUnfinished)

const org = z.strictObject({ field: z.literal('org'), orgIds: choices, below: z.boolean(), mainOnly: z.boolean(), not })
const jobType = z.strictObject({ field: z.literal('jobType'), value: z.union([z.literal(1), z.literal(2)]), not })
const holds = z.strictObject({ field: z.enum(positionAttributeKinds), ids: choices, not })
const status = z.strictObject({ field: z.literal('status'), value: flag })
/** 0: not set. */
const gender = z.strictObject({ field: z.literal('gender'), value: z.union([z.literal(0), z.literal(1), z.literal(2)]), not })
/** Compared with a fixed date, so that time alone changes no label; `none` finds users without an end. */
const validEndTime = z.strictObject({
  field: z.literal('validEndTime'),
  how: z.enum(['before', 'after', 'none']),
  time: optionalTime,
})
const words = z.strictObject({
  field: z.enum(['realName', 'userName', 'employeeNumber']),
  how: z.enum(['contains', 'starts', 'equals']),
  text: keyword,
  not,
})

export const Condition = z
  .discriminatedUnion('field', [org, jobType, holds, status, gender, validEndTime, words], { error: problems.ruleUnfinished })
  .refine(one => one.field !== 'validEndTime' || one.how === 'none' || Boolean(one.time), problems.ruleUnfinished)
export type Condition = z.infer<typeof Condition>

const match = z.enum(['all', 'any'])
const Group = z.strictObject({ match, conditions: z.array(Condition).min(1, problems.ruleUnfinished).max(CONDITIONS_MAX) })
export type Group = z.infer<typeof Group>

export const LabelRule = z
  .strictObject({
    match,
    conditions: z
      .array(z.union([Group, Condition]))
      .min(1, problems.ruleUnfinished)
      .max(CONDITIONS_MAX),
  })
  .refine(rule => conditionsIn(rule).length <= CONDITIONS_MAX, `规则最多${CONDITIONS_MAX}个条件`)
export type LabelRule = z.infer<typeof LabelRule>

export const isGroup = (one: Group | Condition): one is Group => 'match' in one

/** All conditions, in whatever group. */
export const conditionsIn = (rule: { conditions: readonly (Group | Condition)[] }): Condition[] =>
  rule.conditions.flatMap(one => (isGroup(one) ? one.conditions : [one]))
