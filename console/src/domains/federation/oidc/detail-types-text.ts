import { acts, fields, states } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about types of authorization details. */
export const text = {
  title: t('授权详情类型', 'Types of authorization details'),
  hint: t(
    '供客户端请求一次具体的授权，如一笔付款（RAR，RFC 9396）；用户每次都会看到中文名称和各字段的内容，同意后写入令牌和自省结果',
    'For asking for one concrete thing, such as a payment (RAR, RFC 9396). The user reads the name and every field each time; what they agree to stands in the token and in introspection',
  ),
  type: t('类型，如 payment_initiation', 'Type, such as payment_initiation'),
  typeOf: t(
    (row: number) => `第${row}个授权详情类型`,
    row => `Type ${row} of authorization details`,
  ),
  typeProblem: t('可用字母、数字和符号，不超过200个字符', 'Letters, digits and signs, at most 200'),
  label: t(fields.chineseName, 'Name users read'),
  labelOf: t(
    (row: number) => `字段${row}的中文名称`,
    row => `Name of field ${row} for users`,
  ),
  explanation: fields.explanation,
  remove: acts.detach,
  removeType: t(
    (row: number) => `移除第${row}个类型`,
    row => `Remove type ${row}`,
  ),
  addType: t('添加类型', 'Add type'),
  field: t('字段名，如 amount', 'Field, such as amount'),
  fieldOf: t(
    (row: number) => `字段${row}的名称`,
    row => `Field ${row}`,
  ),
  fieldProblem: t(
    '以字母开头，可用字母、数字、_ 和 -，不能为 type 或 locations',
    'Begins with a letter; letters, digits, _ and -; not type or locations',
  ),
  kindOf: t(
    (row: number) => `字段${row}的内容`,
    row => `What field ${row} holds`,
  ),
  kinds: { text: t('文字', 'Text'), number: t('数字', 'Number'), choice: t('单选', 'One of'), choices: t('多选', 'Several of') },
  max: t('最大值', 'At most'),
  maxOf: t(
    (row: number) => `字段${row}的最大值`,
    row => `Greatest value of field ${row}`,
  ),
  choices: t('可选值，每行一个', 'Choices, one per line'),
  choicesOf: t(
    (row: number) => `字段${row}的可选值`,
    row => `Choices of field ${row}`,
  ),
  choicesProblem: t('请填写可选值', 'Enter the choices'),
  required: t(states.required, 'Required'),
  requiredOf: t(
    (row: number) => `字段${row}必填`,
    row => `Field ${row} is required`,
  ),
  removeField: t(
    (row: number) => `移除字段${row}`,
    row => `Remove field ${row}`,
  ),
  addField: t('添加字段', 'Add field'),
  addFieldOf: t(
    (row: number) => `给第${row}个类型添加字段`,
    row => `Add a field to type ${row}`,
  ),
} as const
