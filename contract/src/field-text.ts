import { userFields } from './fields/user-fields.ts'
import { keysWith, labelsOf } from './fields/field.ts'
import { fields, named, things } from './text.ts'
import { t } from './language.ts'

/** The sentence for a problem that has none of its own. */
export const PARAMETER_PROBLEM = t('参数错误', 'Invalid request')

/** What is wrong with a field, to be read after its name. */
export const reasons = {
  missing: t('不能为空', 'is required'),
  unknown: t('未知字段', 'is not a known field'),
  unreadable: t('含有不可用的字符', 'contains unusable characters'),
  wrong: t('取值不正确', 'has a wrong value'),
  form: t('格式不正确', 'is not in the right format'),
  unwritable: t('不能由本接口修改', 'cannot be changed by this call'),
  tooLong: named.tooLong,
  tooShort: t(
    (min: number) => `长度不能少于${min}个字符`,
    min => `is shorter than ${min} characters`,
  ),
  tooMany: t(
    (max: number) => `不能超过${max}项`,
    max => `has more than ${max} items`,
  ),
  tooFew: t(
    (min: number) => `不能少于${min}项`,
    min => `has fewer than ${min} items`,
  ),
  tooGreat: t(
    (max: number) => `不能大于${max}`,
    max => `is greater than ${max}`,
  ),
  tooSmall: t(
    (min: number) => `不能小于${min}`,
    min => `is less than ${min}`,
  ),
  oneOf: t(
    (values: string) => `应为 ${values} 之一`,
    values => `must be one of ${values}`,
  ),
  types: {
    string: t('应为文字', 'must be text'),
    number: t('应为数字', 'must be a number'),
    int: t('应为整数', 'must be an integer'),
    boolean: t('应为true或false', 'must be true or false'),
    array: t('应为列表', 'must be a list'),
    object: t('应为对象', 'must be an object'),
  } as Readonly<Record<string, string>>,
} as const

/** Names of call fields as users know them; a field without an entry is shown by its technical name. */
const labels: Readonly<Record<string, string>> = {
  ...labelsOf(userFields, keysWith(userFields, 'column')),
  loginName: fields.userName,
  telephone: fields.phone,
  originOrgId: fields.originOrgId,
  userStatus: fields.status,
  sortNum: fields.sortNum,
  version: fields.version,
  beginTime: fields.beginTime,
  endTime: fields.endTime,
  passwordType: '密码类型',
  password: fields.password,
  jobs: fields.job,
  jobType: fields.jobType,
  labelIds: fields.label,
  orgId: things.org,
  oldOrgId: fields.formerOrg,
  newOrgId: '目标机构',
  parentId: fields.parent,
  rankId: fields.rank,
  positionalTitlesId: fields.title,
  positionId: fields.duty,
  stationId: fields.post,
  menuIcon: '菜单图标',
  menuUri: fields.menuUri,
  menuName: '菜单名称',
  hasSendSms: '短信通知',
  reason: fields.reason,
  uuid: '任务编号',
}

const LONGEST_NAME = 60

/**
 * The name of a field such as `手机号`; a nested field is shown by its path,
 * `jobs.0.orgId`. Field names come from the caller, so long ones are cut.
 */
export const fieldLabel = t(
  (field: string): string => (Object.hasOwn(labels, field) ? labels[field]! : field.slice(0, LONGEST_NAME)),
  field => field,
)
