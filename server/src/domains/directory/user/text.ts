import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith, labelsOf } from '@hufu/contract/fields/field'
import { fields, outcomes, states } from '@hufu/contract/text'

const nameOrCode = '名称或编码'

/** Sentences and sheet words about people. */
export const text = {
  sheets: { insertUser: '用户导入', updateUser: '用户更新', insertUserOrg: '用户任职导入', updateUserOrg: '用户任职更新' },
  titles: {
    ...labelsOf(userFields, keysWith(userFields, 'sheet')),
    jobType: fields.jobType,
    digest: '密码摘要',
    orgName: fields.orgName,
    lastLoginTime: fields.lastSignInTime,
    createTime: fields.createTime,
  },
  notes: {
    userName: '2至50位字母、数字、_ . @ -',
    phone: '11位手机号，不可重复',
    idCard: '15或18位身份证号，不可重复',
    originUserId: outcomes.mustBeUnique,
    employeeNumber: outcomes.mustBeUnique,
    orgCode: '机构管理中的机构编码',
    rank: nameOrCode,
    title: nameOrCode,
    duty: nameOrCode,
    post: nameOrCode,
    labels: '手动标签的名称，多个之间用“、”分隔',
    email: '未经本人验证，不可与已验证的邮箱重复',
    validEndTime: '如 2026-12-31 23:59:59；只填日期则到当日结束',
    digest: '按密码加密方式得到的十六进制摘要；不填则使用初始密码',
  },
  jobTypes: { 1: states.mainJob, 2: states.otherJob },
  jobTypeProblem: '任职类型应为主职或兼职',
  genderProblem: '性别应为男或女',
  statusProblem: '状态应为启用或停用',
  timeProblem: '日期格式不正确',
  mainJobProblem: '新增用户的任职类型应为主职',
  digestProblem: '密码摘要格式不正确',
  digestWeak: '该密码过于常见或在密码黑名单中，请改用其他密码',
  noSuchJob: '该用户在此机构没有任职',
  tooManyJobs: (max: number) => `兼职不能超过${max}个`,
  genders: userFields.gender.codes,
  statuses: { ...userFields.status.codes, 2: states.locked },
  exportFile: '用户导出.xlsx',
  field: '项目',
  content: fields.content,
} as const
