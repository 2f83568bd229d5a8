import type { AccessBlocker, AccessStep } from '@hufu/contract/federation/diagnosis'
import { acts, fields, states, things } from '@hufu/contract/text'

const accountKinds: Readonly<Record<string, string>> = {
  userName: fields.account,
  phone: fields.phone,
  email: fields.email,
  employeeNumber: fields.employeeNumber,
  originUserId: fields.originUserId,
  id: fields.userId,
}
type Facts = Readonly<Record<string, string>>
const nameOf = (name: string | undefined, otherwise: string) => (name ? `“${name}”` : otherwise)

/** The blockers in words, for the administrator who can remove them. */
const blockers: Readonly<Record<AccessBlocker, (facts: Facts) => string>> = {
  '': () => states.fine,
  deleted: () => '账号已删除',
  disabled: () => '账号已停用',
  expired: ({ time }) => `账号有效期至 ${time}，已到期`,
  locked: ({ until, by, reason, failures, ip }) =>
    by
      ? `账号已被${by}锁定，${until} 自动解锁${reason ? `，原因：${reason}` : ''}`
      : `密码连续错误 ${failures} 次，账号已锁定，${until} 自动解锁${ip ? `，最近一次来自 ${ip}` : ''}`,
  methodMissing: () => '没有可用的登录方式：没有设置密码，也没有绑定其他已开放的登录方式',
  changePassword: ({ kind }) => (kind === 'expired' ? '密码已过期，登录后须先修改密码' : '登录后须先修改密码'),
  bindFactor: () => '所持角色要求二次验证，登录后须先绑定',
  hour: ({ begin, end }) => `当前不在允许登录的时段（${begin} 至 ${end}）`,
  address: ({ ip }) => `登录设置不允许从 ${ip} 登录`,
  appAddress: ({ ip, rules }) => `该应用不允许从 ${ip} 打开，允许的地址：${rules}`,
  addressUnknown: () => '限制了登录地址，请填写用户所在的IP地址再诊断',
  appDisabled: () => '应用已停用',
  grantMissing: () => '没有得到该应用的授权',
  grantOver: ({ subject, end }) => `授权已于 ${end} 到期（${nameOf(subject, states.grantedDirectly)}）`,
  grantNotBegun: ({ subject, begin }) => `授权自 ${begin} 起生效（${nameOf(subject, states.grantedDirectly)}）`,
  appAccountDisabled: () => '在该应用内的账号已停用',
  roleDisabled: ({ role }) => `应用角色${nameOf(role, '')}已停用`,
  groupDisabled: () => '所在的权限组已停用',
  subjectDisabled: ({ subject }) => `授权对象${nameOf(subject, '')}已停用或已到期`,
  notBelow: ({ subject }) => `授权给了${nameOf(subject, '上级机构')}，但不含下级机构`,
  jobElsewhere: ({ given }) =>
    given === '' ? '应用已授权给其他机构或分组，此用户的任职不在其中' : `应用已授权给 ${given}，此用户的任职不在其中`,
  accountMissing: ({ kind }) => `没有可用于该应用的${accountKinds[kind ?? ''] ?? fields.account}`,
  accountShared: ({ kind }) => `在该应用的${accountKinds[kind ?? ''] ?? fields.account}与他人相同`,
}

/** Sentences of the access diagnosis. */
export const text = {
  title: things.accessDiagnosis,
  person: things.user,
  app: things.app,
  console: '只看能否登录控制台',
  ip: fields.ipAddress,
  ipHint: '留空则取此用户最近一次登录的地址',
  trace: fields.traceId,
  traceHint: '拒绝页面上的追踪编号',
  byTrace: '按追踪编号查找',
  choosePerson: acts.chooseUser,
  hint: '选择一个用户，逐步检查能否登录，能否打开应用。',
  open: (app: string | undefined) => (app === undefined ? '可以登录' : `可以打开“${app}”`),
  closed: (app: string | undefined) => (app === undefined ? '不能登录' : `不能打开“${app}”`),
  steps: {
    account: fields.account,
    signIn: fields.signInMethod,
    network: '网络',
    app: things.app,
    grant: acts.grant,
    post: fields.job,
  } satisfies Record<AccessStep, string>,
  list: '检查步骤',
  states: { good: '通过', bad: '未通过', unreached: '未检查' },
  blockers,
  at: (ip: string) => `按地址 ${ip} 检查`,
  when: (time: string) => `${time} 的访问`,
  reply: '复制答复',
  replyOf: (name: string, verdict: string, why: string) => `${name}：${verdict}${why === '' ? '' : `。${why}`}。`,
  heal: {
    unlock: acts.unlock,
    enablePerson: '启用账号',
    resetPassword: acts.resetPassword,
    roles: things.systemRole,
    editPerson: acts.editUser,
    recycle: things.deletedUsers,
    openPerson: things.userDetail,
    settings: things.baseSettings,
    appSettings: things.appDetail,
    enableApp: '启用应用',
    give: acts.grant,
    grants: '调整授权',
  },
} as const
