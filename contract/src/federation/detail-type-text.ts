import { fields } from '../text.ts'
import { t } from '../language.ts'

/** Problems of a type of authorization details. */
export const text = {
  type: t(
    '类型名称应为1至200个字母、数字或符号，如 payment_initiation 或网址',
    'A type is 1 to 200 letters, digits or signs, such as payment_initiation or an address',
  ),
  field: t(
    '字段名应以字母开头，由字母、数字、_ 和 - 组成，不能为 type 或 locations',
    'A field begins with a letter and holds letters, digits, _ and -; type and locations are taken',
  ),
  label: t(fields.chineseName, 'Chinese name'),
  choices: t(
    '可选值应为1至50项，不能重复；只有选项类字段可填',
    '1 to 50 choices, none of them twice, and only where there is something to choose',
  ),
  fields: t(
    (most: number) => `字段不能超过${most}个`,
    most => `At most ${most} fields`,
  ),
  types: t(
    (most: number) => `授权详情类型不能超过${most}个`,
    most => `At most ${most} types of authorization details`,
  ),
  twice: t('类型或字段名重复', 'A type or a field stands twice'),
} as const
