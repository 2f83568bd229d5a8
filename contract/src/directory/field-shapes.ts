import { z } from 'zod'
import { PARAMETER_PROBLEM } from '../field-text.ts'
import type { Catalogue, Field, FieldKind } from '../fields/field.ts'
import { flag, id, ids, optionalEndTime, optionalLine, optionalText, REMARK_MAX, sortNum, text, word } from '../shapes.ts'
import { idCardProblem, normaliseIdCard, userNameForm } from '../text-rules.ts'
import { problems } from '../text.ts'
import type { Schema } from '../schema.ts'
import { phoneForm, plainPhone, withoutMarks } from '../written.ts'

export const userName = word('用户名不能为空').regex(userNameForm, '用户名格式不正确')
export const orgCode = z.string({ error: '机构编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, problems.orgCodeWrong)

/**
 * '' and null clear the field; an absent field stays as it is. A refinement and
 * not a union, because a union's error would not name the branch.
 */
const clearable = (isRight: (value: string) => boolean, sentence: string, clean: (value: string) => string = value => value) =>
  z
    .string()
    .overwrite(clean)
    .refine(value => value === '' || isRight(value), sentence)
    .nullish()
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,60}\.[^\s@]{1,30}$/
const unspaced = (value: string) => withoutMarks(value).replaceAll(/\s/g, '')
export const phone = clearable(value => phoneForm.test(value), problems.phoneWrong, plainPhone)
export const idCard = clearable(value => !idCardProblem(value), problems.idCardWrong, unspaced)
  .transform(value => (value ? normaliseIdCard(value) : value))
  .optional()
export const email = clearable(
  value => emailForm.test(value),
  problems.emailWrong,
  value => withoutMarks(value).trim(),
)
  .transform(value => (value === '' ? null : value))
  .optional()
export const avatar = clearable(value => id.safeParse(value).success, PARAMETER_PROBLEM)
  .transform(value => (value === '' ? null : value))
  .optional()

/** The schema of a value that a form sends. */
const sent = {
  account: () => userName,
  name: ({ label }: Field) => text(label),
  line: () => optionalLine(),
  words: () => optionalText(REMARK_MAX),
  phone: () => phone,
  idCard: () => idCard,
  email: () => email,
  orgCode: () => orgCode,
  record: () => optionalLine(),
  records: () => ids.optional(),
  choice: () => z.union([z.literal(1), z.literal(2)]).nullish(),
  flag: () => flag,
  time: () => optionalEndTime,
  picture: () => avatar,
  number: () => sortNum.optional(),
} as const satisfies Record<FieldKind, (field: Field) => Schema>

const optional = () => z.string().nullable()
/** The schema of a value in a reply. */
const shown = {
  account: () => z.string(),
  name: () => z.string(),
  line: optional,
  words: optional,
  phone: optional,
  idCard: optional,
  email: optional,
  orgCode: () => z.string(),
  record: optional,
  records: () => z.array(z.string()),
  choice: () => z.number().nullable(),
  flag: () => z.number(),
  time: optional,
  picture: optional,
  number: () => z.number(),
} as const satisfies Record<FieldKind, () => Schema>

type Shapes<T extends Record<FieldKind, (field: Field) => Schema>, C extends Catalogue, K extends keyof C> = {
  [P in K]: ReturnType<T[C[P]['kind']]>
}

/** The schemas of fields as forms send them. */
export const shapesOf = <C extends Catalogue, K extends keyof C & string>(catalogue: C, keys: readonly K[]): Shapes<typeof sent, C, K> =>
  Object.fromEntries(keys.map(key => [key, sent[catalogue[key]!.kind](catalogue[key]!)])) as Shapes<typeof sent, C, K>

/** The schemas of fields in replies. */
export const shownShapes = <C extends Catalogue, K extends keyof C & string>(
  catalogue: C,
  keys: readonly K[],
): Shapes<typeof shown, C, K> => Object.fromEntries(keys.map(key => [key, shown[catalogue[key]!.kind]()])) as Shapes<typeof shown, C, K>
