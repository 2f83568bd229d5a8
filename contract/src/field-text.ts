import { fields, named, things } from './text.ts'

/** The sentence for a problem that has none of its own. */
export const PARAMETER_FAULT = '参数错误'

/** What is wrong with a field, to be read after its name. */
export const reasons = {
  missing: '不能为空',
  unknown: '未知字段',
  unreadable: '含有不可用的字符',
  wrong: '取值不正确',
  form: '格式不正确',
  unwritable: '不能由本接口修改',
  tooLong: named.tooLong,
  tooShort: (min: number) => `长度不能少于${min}个字符`,
  tooMany: (max: number) => `不能超过${max}项`,
  tooFew: (min: number) => `不能少于${min}项`,
  tooGreat: (max: number) => `不能大于${max}`,
  tooSmall: (min: number) => `不能小于${min}`,
  oneOf: (values: string) => `应为 ${values} 之一`,
  types: {
    string: '应为文字',
    number: '应为数字',
    int: '应为整数',
    boolean: '应为true或false',
    array: '应为列表',
    object: '应为对象',
  } as Readonly<Record<string, string>>,
} as const

/** Names of call fields as users know them; a field without an entry is shown by its technical name. */
const labels: Readonly<Record<string, string>> = {
  realName: fields.realName,
  userName: fields.userName,
  loginName: fields.userName,
  phone: fields.phone,
  telephone: fields.phone,
  idCard: fields.idCard,
  originUserId: fields.originUserId,
  originOrgId: fields.originOrgId,
  employeeNumber: fields.employeeNumber,
  gender: fields.gender,
  email: fields.email,
  avatar: fields.avatar,
  status: fields.status,
  userStatus: fields.status,
  sortNum: fields.sortNum,
  version: fields.version,
  validEndTime: fields.validUntil,
  beginTime: fields.beginTime,
  endTime: fields.endTime,
  remark: fields.remark,
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
export const fieldLabel = (field: string): string => (Object.hasOwn(labels, field) ? labels[field]! : field.slice(0, LONGEST_NAME))
