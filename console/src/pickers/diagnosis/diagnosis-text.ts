import type { AccessBlocker, AccessStep } from '@hufu/contract/federation/diagnosis'
import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const kindOf = (kind: string | undefined) => accountKinds[kind ?? ''] ?? 'account'

const accountKinds: Readonly<Record<string, string>> = {
  userName: t(fields.account, 'user name'),
  phone: t(fields.phone, 'phone number'),
  email: t(fields.email, 'e-mail address'),
  employeeNumber: t(fields.employeeNumber, 'employee number'),
  originUserId: t(fields.originUserId, 'user ID in the source system'),
  id: t(fields.userId, 'user ID'),
}
type Facts = Readonly<Record<string, string>>
const nameOf = (name: string | undefined, otherwise: string) => (name ? `“${name}”` : otherwise)

/** The blockers in words, for the administrator who can remove them. */
const blockers: Readonly<Record<AccessBlocker, (facts: Facts) => string>> = {
  '': () => states.fine,
  deleted: t(
    () => '账号已删除',
    () => 'The account has been deleted',
  ),
  disabled: t(
    () => '账号已停用',
    () => 'The account is disabled',
  ),
  expired: t(
    ({ time }) => `账号有效期至 ${time}，已到期`,
    ({ time }) => `The account was valid until ${time} and has expired`,
  ),
  locked: t(
    ({ until, by, reason, failures, ip }) =>
      by
        ? `账号已被${by}锁定，${until} 自动解锁${reason ? `，原因：${reason}` : ''}`
        : `密码连续错误 ${failures} 次，账号已锁定，${until} 自动解锁${ip ? `，最近一次来自 ${ip}` : ''}`,
    ({ until, by, reason, failures, ip }) =>
      by
        ? `The account has been locked by ${by} and unlocks at ${until}${reason ? `; reason: ${reason}` : ''}`
        : `The password was wrong ${failures} times in a row; the account is locked and unlocks at ${until}${ip ? `; the last attempt came from ${ip}` : ''}`,
  ),
  methodMissing: t(
    () => '没有可用的登录方式：没有设置密码，也没有绑定其他已开放的登录方式',
    () => 'There is no way to sign in: no password is set, and nothing is bound for another method that is open',
  ),
  changePassword: t(
    ({ kind }) => (kind === 'expired' ? '密码已过期，登录后须先修改密码' : '登录后须先修改密码'),
    ({ kind }) =>
      kind === 'expired'
        ? 'The password has expired and must be changed after signing in'
        : 'The password must be changed after signing in',
  ),
  bindFactor: t(
    () => '所持角色要求二次验证，登录后须先绑定',
    () => 'A role of theirs requires a second factor, which must be bound after signing in',
  ),
  hour: t(
    ({ begin, end }) => `当前不在允许登录的时段（${begin} 至 ${end}）`,
    ({ begin, end }) => `Sign-in is allowed from ${begin} to ${end} only`,
  ),
  address: t(
    ({ ip }) => `登录设置不允许从 ${ip} 登录`,
    ({ ip }) => `The sign-in settings do not allow ${ip}`,
  ),
  appAddress: t(
    ({ ip, rules }) => `该应用不允许从 ${ip} 打开，允许的地址：${rules}`,
    ({ ip, rules }) => `This application may not be opened from ${ip}; allowed: ${rules}`,
  ),
  addressUnknown: t(
    () => '限制了登录地址，请填写用户所在的IP地址再诊断',
    () => 'Addresses are restricted: enter the IP address of the user and check again',
  ),
  appDisabled: t(
    () => '应用已停用',
    () => 'The application is disabled',
  ),
  grantMissing: t(
    () => '没有得到该应用的授权',
    () => 'The application has not been granted',
  ),
  grantOver: t(
    ({ subject, end }) => `授权已于 ${end} 到期（${nameOf(subject, states.grantedDirectly)}）`,
    ({ subject, end }) => `The grant ended at ${end} (${nameOf(subject, states.grantedDirectly)})`,
  ),
  grantNotBegun: t(
    ({ subject, begin }) => `授权自 ${begin} 起生效（${nameOf(subject, states.grantedDirectly)}）`,
    ({ subject, begin }) => `The grant is in effect from ${begin} (${nameOf(subject, states.grantedDirectly)})`,
  ),
  appAccountDisabled: t(
    () => '在该应用内的账号已停用',
    () => 'Their account in this application is disabled',
  ),
  roleDisabled: t(
    ({ role }) => `应用角色${nameOf(role, '')}已停用`,
    ({ role }) => `The application role ${nameOf(role, '')} is disabled`,
  ),
  groupDisabled: t(
    () => '所在的权限组已停用',
    () => 'The permission group is disabled',
  ),
  subjectDisabled: t(
    ({ subject }) => `授权对象${nameOf(subject, '')}已停用或已到期`,
    ({ subject }) => `${nameOf(subject, 'What it is granted to')} is disabled or has expired`,
  ),
  notBelow: t(
    ({ subject }) => `授权给了${nameOf(subject, '上级机构')}，但不含下级机构`,
    ({ subject }) => `Granted to ${nameOf(subject, 'the parent organisation')}, but without sub-organisations`,
  ),
  jobElsewhere: t(
    ({ given }) => (given === '' ? '应用已授权给其他机构或分组，此用户的任职不在其中' : `应用已授权给 ${given}，此用户的任职不在其中`),
    ({ given }) =>
      given === ''
        ? 'Granted to other organisations or groups, where this user has no job'
        : `Granted to ${given}, where this user has no job`,
  ),
  accountMissing: t(
    ({ kind }) => `没有可用于该应用的${accountKinds[kind ?? ''] ?? fields.account}`,
    ({ kind }) => `The user has no ${kindOf(kind)} for this application`,
  ),
  accountShared: t(
    ({ kind }) => `在该应用的${accountKinds[kind ?? ''] ?? fields.account}与他人相同`,
    ({ kind }) => `The ${kindOf(kind)} is the same as that of another user in this application`,
  ),
}

/** Sentences of the access diagnosis. */
export const text = {
  title: things.accessDiagnosis,
  person: things.user,
  app: things.app,
  console: t('只看能否登录控制台', 'Only whether they can sign in to the console'),
  ip: fields.ipAddress,
  ipHint: t('留空则取此用户最近一次登录的地址', 'Left empty, the address of their last sign-in is taken'),
  trace: fields.traceId,
  traceHint: t('拒绝页面上的追踪编号', 'The trace number on the page that refused'),
  byTrace: t('按追踪编号查找', 'Find by trace number'),
  choosePerson: t(acts.chooseUser, 'Choose a user'),
  hint: t(
    '选择一个用户，逐步检查能否登录，能否打开应用。',
    'Choose a user: whether they can sign in and open an application is checked step by step.',
  ),
  open: t(
    (app: string | undefined) => (app === undefined ? '可以登录' : `可以打开“${app}”`),
    app => (app === undefined ? 'can sign in' : `can open “${app}”`),
  ),
  closed: t(
    (app: string | undefined) => (app === undefined ? '不能登录' : `不能打开“${app}”`),
    app => (app === undefined ? 'cannot sign in' : `cannot open “${app}”`),
  ),
  steps: {
    account: fields.account,
    signIn: fields.signInMethod,
    network: t('网络', 'Network'),
    app: things.app,
    grant: t(acts.grant, 'Grant'),
    post: t(fields.job, 'Job'),
  } satisfies Record<AccessStep, string>,
  list: t('检查步骤', 'Steps of the check'),
  states: { good: t('通过', 'Passed'), bad: t('未通过', 'Failed'), unreached: t('未检查', 'Not checked') },
  blockers,
  at: t(
    (ip: string) => `按地址 ${ip} 检查`,
    ip => `Checked for the address ${ip}`,
  ),
  when: t(
    (time: string) => `${time} 的访问`,
    time => `Visit at ${time}`,
  ),
  reply: t('复制答复', 'Copy the answer'),
  replyOf: t(
    (name: string, verdict: string, why: string) => `${name}：${verdict}${why === '' ? '' : `。${why}`}。`,
    (name, verdict, why) => `${name} ${verdict}${why === '' ? '' : `. ${why}`}.`,
  ),
  heal: {
    unlock: acts.unlock,
    enablePerson: t('启用账号', 'Enable account'),
    resetPassword: acts.resetPassword,
    roles: things.systemRole,
    editPerson: acts.editUser,
    recycle: things.deletedUsers,
    openPerson: things.userDetail,
    settings: things.baseSettings,
    appSettings: things.appDetail,
    enableApp: t('启用应用', 'Enable application'),
    give: acts.grant,
    grants: t('调整授权', 'Change grants'),
  },
} as const
