import { z } from 'zod'
import { optionalText, REMARK_MAX, text } from '../shapes.ts'
import { text as problemText } from './detail-type-text.ts'

/** The kinds of fields of an authorization detail: a line of text, a number, one of a list, several of a list. */
export const detailFieldKinds = ['text', 'number', 'choice', 'choices'] as const
export type DetailFieldKind = (typeof detailFieldKinds)[number]
export const DETAIL_TYPES_MAX = 20
const FIELDS_MAX = 20
const CHOICES_MAX = 50
const CHOICE_LENGTH = 100
export const DETAIL_TEXT_MAX = 500

/** RFC 9396, 2: any text; a URI where it is meant for others. */
const typeForm = /^[!#-;=?-~]{1,200}$/
export const isDetailType = (typed: string): boolean => typeForm.test(typed)
const nameForm = /^[A-Za-z_][A-Za-z0-9_-]{0,49}$/
export const isDetailField = (typed: string): boolean => nameForm.test(typed) && typed !== 'type' && typed !== 'locations'
const unique = (list: readonly string[]) => new Set(list).size === list.length

export const DetailField = z
  .strictObject({
    name: z.string().refine(isDetailField, problemText.field),
    label: text(problemText.label),
    kind: z.enum(detailFieldKinds),
    isRequired: z.boolean(),
    /** The greatest number allowed. */
    max: z.number().min(0).max(1e12).nullish(),
    choices: z.array(z.string().min(1).max(CHOICE_LENGTH)).max(CHOICES_MAX).refine(unique, problemText.choices).optional(),
  })
  .refine(({ kind, choices = [] }) => (kind === 'choice' || kind === 'choices') === choices.length > 0, problemText.choices)
export type DetailField = z.infer<typeof DetailField>

export const DetailType = z.strictObject({
  type: z.string().refine(isDetailType, problemText.type),
  label: text(problemText.label),
  explanation: optionalText(REMARK_MAX),
  fields: z
    .array(DetailField)
    .max(FIELDS_MAX, problemText.fields(FIELDS_MAX))
    .refine(list => unique(list.map(({ name }) => name)), problemText.twice),
})
export type DetailType = z.infer<typeof DetailType>
export const DetailTypes = z
  .array(DetailType)
  .max(DETAIL_TYPES_MAX, problemText.types(DETAIL_TYPES_MAX))
  .refine(list => unique(list.map(({ type }) => type)), problemText.twice)
