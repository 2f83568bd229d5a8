/** The sentence for whatever has none of its own. */
export const PARAMETER_FAULT = '参数错误'

/** What is wrong with a field, to be read after its name. */
export const reasons = {
  missing: '不能为空',
  unknown: '未知字段',
  unreadable: '含有不可用的字符',
  wrong: '取值不正确',
  form: '格式不正确',
  unwritable: '不能由本接口修改',
  tooLong: (max: number) => `长度不能超过${max}个字符`,
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

/** Fields of the calls as people call them. One that is not here is told by its own name. */
const labels: Readonly<Record<string, string>> = {
  realName: '姓名',
  userName: '用户名',
  loginName: '用户名',
  phone: '手机号',
  telephone: '手机号',
  idCard: '身份证号',
  originUserId: '原系统用户ID',
  originOrgId: '原系统机构ID',
  employeeNumber: '工号',
  gender: '性别',
  email: '邮箱',
  avatar: '头像',
  status: '状态',
  userStatus: '状态',
  sortNum: '排序号',
  version: '版本',
  validEndTime: '有效期至',
  beginTime: '开始时间',
  endTime: '结束时间',
  remark: '备注',
  passwordType: '密码类型',
  password: '密码',
  jobs: '任职',
  jobType: '任职类型',
  labelIds: '标签',
  orgId: '机构',
  oldOrgId: '原机构',
  newOrgId: '目标机构',
  parentId: '上级',
  rankId: '职级',
  positionalTitlesId: '职称',
  positionId: '职务',
  stationId: '岗位',
  menuIcon: '菜单图标',
  menuUri: '菜单地址',
  menuName: '菜单名称',
  hasSendSms: '短信通知',
  reason: '原因',
  uuid: '任务编号',
}

const LONGEST_NAME = 60

/** `手机号`; of a field within others the way to it, `jobs.0.orgId`. Names come from outside: long ones are cut. */
export const fieldLabel = (field: string): string => (Object.hasOwn(labels, field) ? labels[field]! : field.slice(0, LONGEST_NAME))
