import { acts, fields, problems, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

/** Sentences of the user's page. */
export const detailText = {
  title: things.userDetail,
  missing: t('未指定用户', 'No user chosen'),
  missingHint: t('请从用户列表打开用户详情。', 'Open the details of a user from the list of users.'),
  diagnosis: things.accessDiagnosis,
  copyLink: t('复制链接', 'Copy link'),
  linkCopied: t('链接已复制', 'Link copied'),
  notLocked: t(
    (name: string) => `${name} 没有被锁定`,
    name => `${name} is not locked`,
  ),
  isDisabled: t(
    (name: string) => `${name} 已是停用状态`,
    name => `${name} is disabled already`,
  ),
  isEnabled: t(
    (name: string) => `${name} 已是启用状态`,
    name => `${name} is enabled already`,
  ),
  resetFactors: acts.resetSecondFactors,
  resetFactorsTitle: t(
    (name: string) => `重置“${name}”的二次验证？`,
    name => `Reset the second factors of “${name}”?`,
  ),
  resetFactorsText: t(
    '将删除其全部通行密钥、动态口令与恢复码，并立即退出登录。请先核实本人身份，用于设备丢失等情形。',
    'Deletes all their passkeys, authenticator codes and recovery codes and signs them out at once. Meant for a lost device and the like: first make sure that it is them.',
  ),
  tabs: {
    basic: things.basics,
    jobs: t(fields.job, 'Jobs'),
    rights: t('角色与权限', 'Roles and permissions'),
    apps: t(things.app, 'Applications'),
    timeline: things.timeline,
    sources: t(fields.source, 'Sources'),
  },
  reveal: t(acts.view, 'Reveal'),
  revealOf: t(
    (field: string) => `查看${field}`,
    field => `Reveal ${lower(field)}`,
  ),
  reason: t(acts.showReason, 'Reason'),
  reasonHint: t(
    '每次查看都会记入审计日志，30 秒后自动隐藏。',
    'Every time is recorded in the operation log; the value is hidden again after 30 seconds.',
  ),
  hide: t('隐藏', 'Hide'),
  revealed: t(
    (seconds: number) => `${seconds} 秒后隐藏`,
    seconds => `Hidden in ${seconds} s`,
  ),
  systemRoles: t(things.systemRole, 'System roles'),
  groups: t(things.permissionGroup, 'Permission groups'),
  apps: t('可以打开的应用', 'Applications they can open'),
  appsHint: t(
    '此人现在可以打开的应用、在其中的角色，以及由哪些授权得到。',
    'The applications this user can open now, their roles there, and the grants these come from.',
  ),
  noRoles: t('没有系统角色', 'No system roles'),
  noGroups: t('没有权限组', 'No permission groups'),
  noApps: t('没有可以打开的应用', 'No applications they can open'),
  appName: things.app,
  appGroup: fields.group,
  roles: t(things.role, 'Roles'),
  roleNames: t(
    (names: readonly string[]) => names.join('、'),
    names => names.join(', '),
  ),
  source: t('授权途径', 'Granted through'),
  jobs: t('任职列表', 'List of jobs'),
  verify: t(things.identityVerification, 'Verify identity'),
  verifyText: t(
    '核对姓名与身份证号；一致则标记为已实名。',
    'Compares name and ID card number; if they match, the identity of the user is marked as verified.',
  ),
  verified: t('实名认证通过', 'Identity verified'),
  mismatch: t('姓名与身份证号不一致', 'Name and ID card number do not match'),
  idCardProblem: problems.idCardWrong,
  passwordType: { 1: states.initialPassword, 2: states.randomPassword, 3: fields.ownPassword } as Record<number, string>,
  passwordTypeLabel: t('密码设置方式', 'Password set by'),
  account: t('账号信息', 'Account'),
  person: t('个人信息', 'Personal data'),
} as const
