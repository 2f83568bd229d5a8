import { fields } from '../text.ts'

/** Problems of a type of authorization details. */
export const text = {
  type: '类型名称应为1至200个字母、数字或符号，如 payment_initiation 或网址',
  field: '字段名应以字母开头，由字母、数字、_ 和 - 组成，不能为 type 或 locations',
  label: fields.chineseName,
  choices: '可选值应为1至50项，不能重复；只有选项类字段可填',
  fields: (most: number) => `字段不能超过${most}个`,
  types: (most: number) => `授权详情类型不能超过${most}个`,
  twice: '类型或字段名重复',
} as const
