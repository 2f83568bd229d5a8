import type { Todo, TodoKind, StationKey } from '@hufu/contract/operations/welcome'
import { acts, outcomes, things, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** 1 user, 20 or more users. */
const counted = ({ count, isMore }: Todo, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-GB')}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? one : many}`
const isOne = ({ count, isMore }: Todo) => count === 1 && !isMore

const HOW_TO_BACK_UP = t('如何备份', 'How to back up')

const countOf = ({ count, isMore }: Todo) => `${count.toLocaleString('zh-CN')}${isMore ? ' 以上' : ''}`
/** 甲、乙 等 5 个; A, B and others (5 tasks) */
const listOf = t(
  (todo: Todo, unit: string) =>
    todo.names.length === 0
      ? `${countOf(todo)} ${unit}`
      : todo.count > todo.names.length
        ? `${todo.names.join('、')} 等 ${countOf(todo)} ${unit}`
        : todo.names.join('、'),
  (todo, one) =>
    todo.names.length === 0
      ? counted(todo, one)
      : todo.count > todo.names.length
        ? `${todo.names.join(', ')} and others (${counted(todo, one)})`
        : todo.names.join(', '),
)

const lockedSentence = t(
  (todo: Todo): string => {
    const { until = '', failures = '', ip = '', by = '' } = todo.facts
    if (todo.count > 1) return `${listOf(todo, '个账号')}被锁定`
    const why = by === '' ? `连续错误 ${failures} 次${ip === '' ? '' : `，来自 ${ip}`}` : `由${by}锁定`
    return `${todo.names[0] ?? ''}的账号被锁定：${why}，${until} 自动解锁`
  },
  todo => {
    const { until = '', failures = '', ip = '', by = '' } = todo.facts
    if (todo.count > 1) return `Accounts are locked: ${listOf(todo, 'account')}`
    const why = by === '' ? `${plural(Number(failures), 'failure')} in a row${ip === '' ? '' : ` from ${ip}`}` : `by ${by}`
    return `The account of ${todo.names[0] ?? ''} is locked (${why}) until ${until}`
  },
)

const samlKeySentence = t(
  ({ facts: { time = '', next, waiting = '' } }: Todo): string => {
    const ends = `本系统的 SAML 签名证书将于 ${time} 到期`
    if (next === undefined) return `${ends}，须新增密钥并逐个应用换证`
    return waiting === '0' ? `${ends}，应用都已换证，须停用旧密钥` : `${ends}，新密钥已公布，还有 ${waiting} 个应用须换证`
  },
  ({ facts: { time = '', next, waiting = '' } }) => {
    const ends = `The SAML signing certificate of this system expires on ${time}`
    if (next === undefined) return `${ends}; add a key and move each application to it`
    return waiting === '0'
      ? `${ends}; every application has been moved, so withdraw the old key`
      : `${ends}; the new key is published, still to be moved to it: ${plural(Number(waiting), 'application')}`
  },
)

/** Each to-do as a sentence. */
const sentences: Readonly<Record<TodoKind, (todo: Todo) => string>> = {
  locked: lockedSentence,
  syncBlocked: t(
    todo => `同步任务${listOf(todo, '个')}的计划将删除过多数据，已暂停等待放行`,
    todo =>
      `Synchronisation is held back, since it would delete too much, and waits to be released: ${listOf(todo, 'synchronisation task')}`,
  ),
  scimBlocked: t(
    todo => `SCIM 客户端${listOf(todo, '个')}已停：一小时内移除的用户、组成员或机构超过限额`,
    todo => `SCIM clients are stopped, since within an hour they removed more than they may: ${listOf(todo, 'client')}`,
  ),
  pushHeld: t(
    todo => `应用${listOf(todo, '个')}的推送已暂停，等待放行`,
    todo => `Pushes are held back and wait to be released: ${listOf(todo, 'application')}`,
  ),
  syncFailed: t(
    todo => `同步任务${listOf(todo, '个')}最近一次执行失败`,
    todo => `The last synchronisation failed: ${listOf(todo, 'synchronisation task')}`,
  ),
  pushFailed: t(
    todo => `应用${listOf(todo, '个')}的推送未送达`,
    todo => `Pushes did not arrive at: ${listOf(todo, 'application')}`,
  ),
  auditBroken: t(
    () => '最近一次完整性校验发现操作日志不完整',
    () => 'The last verification found the operation log incomplete',
  ),
  reviewUser: t(
    todo => `${countOf(todo)} 项用户变更等待您审核`,
    todo => `${counted(todo, 'change to users', 'changes to users')} ${isOne(todo) ? 'awaits' : 'await'} your review`,
  ),
  reviewOrg: t(
    todo => `${countOf(todo)} 项机构变更等待您审核`,
    todo => `${counted(todo, 'change to organisations', 'changes to organisations')} ${isOne(todo) ? 'awaits' : 'await'} your review`,
  ),
  loginNameConflict: t(
    todo => `用户名与他人的手机号相同，对方不能用手机号登录，请修改其中之一：${listOf(todo, '名用户')}`,
    todo => `A user name is the phone of another user, who cannot sign in with it; change one of the two: ${listOf(todo, 'user')}`,
  ),
  initialPassword: t(
    () => '没有设置统一初始密码，导入的用户须重置密码后才能登录',
    () => 'No initial password is set; imported users cannot sign in before their password is reset',
  ),
  initialPasswordWeak: t(
    ({ facts: { why = '', users = '0' } }) =>
      `统一初始密码不符合现行密码策略（${why}），不再发给用户${users === '0' ? '' : `；${users} 名用户仍在使用它，请重置他们的密码`}`,
    ({ facts: { users = '0' } }) =>
      `The initial password does not meet the password policy in force and is given to nobody any more${users === '0' ? '' : `; ${users} users still have it, please reset their passwords`}`,
  ),
  passwordless: t(
    todo => `${countOf(todo)} 名用户没有密码，不能用密码登录`,
    todo => `${counted(todo, 'user has', 'users have')} no password and cannot sign in with one`,
  ),
  appUngranted: t(
    todo => `应用${listOf(todo, '个')}还没有授权给任何人`,
    todo => `${isOne(todo) ? 'Application' : 'Applications'} not granted to anybody yet: ${listOf(todo, 'application')}`,
  ),
  grantEnding: t(
    todo => `${countOf(todo)} 项授权将在 7 天内到期：${todo.names.join('、')}`,
    todo => `${counted(todo, 'grant ends', 'grants end')} within 7 days: ${todo.names.join(', ')}`,
  ),
  secretEnding: t(
    todo => `应用${listOf(todo, '个')}的密钥将在 7 天内到期`,
    todo =>
      `${isOne(todo) ? 'Application whose secret expires' : 'Applications whose secrets expire'} within 7 days: ${listOf(todo, 'application')}`,
  ),
  appWaiting: t(
    todo => `自行注册的应用${listOf(todo, '个')}等待批准`,
    todo => `Applications that registered themselves wait to be approved: ${listOf(todo, 'application')}`,
  ),
  samlProposal: t(
    todo => `应用${listOf(todo, '个')}有新的 SAML 元数据等待确认`,
    todo => `New SAML metadata wait to be accepted: ${listOf(todo, 'application')}`,
  ),
  samlMetadata: t(
    todo => `应用${listOf(todo, '个')}的 SAML 元数据 30 天内过期，或未能按地址更新`,
    todo => `SAML metadata expire within 30 days or could not be fetched: ${listOf(todo, 'application')}`,
  ),
  samlCertificate: t(
    todo => `应用${listOf(todo, '个')}的 SAML 证书 30 天内到期或已到期`,
    todo => `SAML certificates expire within 30 days or have expired: ${listOf(todo, 'application')}`,
  ),
  samlKey: samlKeySentence,
  authorityEnding: t(
    ({ facts: { days = '0' } }) =>
      Number(days) < 0 ? '受信任的 CA 证书已到期，用户不能再用它签发的证书登录' : `受信任的 CA 证书将在 ${days} 天后到期`,
    ({ facts: { days = '0' } }) =>
      Number(days) < 0
        ? 'The trusted CA certificate has ended; nobody can sign in with a certificate it issued'
        : `The trusted CA certificate ends in ${plural(Number(days), 'day')}`,
  ),
  backupFailed: t(
    ({ facts }) => `最近一次备份失败（${facts.time}）：${facts.message}`,
    ({ facts }) => `The last backup failed (${facts.time}): ${facts.message}`,
  ),
  backupNever: t(
    () => '系统还没有备份过',
    () => 'The system has never been backed up',
  ),
  backupOld: t(
    ({ facts }) => `最近一次备份是 ${facts.days} 天前`,
    ({ facts }) => `The last backup was ${plural(Number(facts.days), 'day')} ago`,
  ),
  auditUnchecked: t(
    () => '操作日志还没有校验过完整性',
    () => 'The integrity of the operation log has not been verified yet',
  ),
}

/** The link of each to-do. */
const linkLabels: Readonly<Record<TodoKind, string>> = {
  locked: acts.unlock,
  syncBlocked: t('查看并放行', 'View and release'),
  scimBlocked: t('查看并恢复', 'View and resume'),
  pushHeld: t('查看并放行', 'View and release'),
  syncFailed: acts.showReason,
  pushFailed: acts.showReason,
  auditBroken: t('查看记录', 'Show the records'),
  reviewUser: acts.review,
  reviewOrg: acts.review,
  loginNameConflict: t('修改用户', 'Edit user'),
  initialPassword: t('设置初始密码', 'Set initial password'),
  initialPasswordWeak: t('设置新的初始密码', 'Set a new initial password'),
  passwordless: t('为他们设置密码', 'Set their passwords'),
  appUngranted: acts.grant,
  grantEnding: t('查看授权', 'Show grants'),
  secretEnding: acts.rotateSecret,
  appWaiting: t('查看并批准', 'View and approve'),
  samlProposal: t('查看改动', 'Show changes'),
  samlMetadata: t('查看元数据', 'Show metadata'),
  samlCertificate: t('更新证书', 'Renew certificate'),
  samlKey: t('换证', 'Change certificates'),
  authorityEnding: t('更换证书', 'Replace certificate'),
  backupFailed: HOW_TO_BACK_UP,
  backupNever: HOW_TO_BACK_UP,
  backupOld: HOW_TO_BACK_UP,
  auditUnchecked: acts.checkIntegrity,
}

const stations: Readonly<Record<StationKey, string>> = {
  address: t('对外地址', 'Public address'),
  secondAdmin: t('第二位管理员', 'Second administrator'),
  policy: t('密码策略', 'Password policy'),
  orgs: t(things.org, 'Organisations'),
  people: t(things.user, 'Users'),
  app: t('首个应用', 'First application'),
  grant: acts.grant,
  trial: t('首次登录应用', 'First sign-in to an application'),
  sms: t('短信网关', 'SMS gateway'),
  backup: t('备份', 'Backup'),
}

/** Sentences of today's to-dos. */
export const text = {
  title: t('要处理的', 'To do'),
  none: t('今天没有要处理的事', 'Nothing to do today'),
  sentences,
  linkLabels,
  unlock: acts.unlock,
  unlocked: outcomes.unlocked,
  understood: t('知道了', 'Got it'),
  backupTitle: HOW_TO_BACK_UP,
  backupHow: t(
    '在服务器上进入产品目录执行下面的命令，全部数据写入一个文件，可以交给系统的定时任务每天执行：',
    'On the server, run this command in the folder of the product. It writes all data into one file; let the scheduler of the system run it every day:',
  ),
  backupCommand: t('npm run backup -- /路径/hufu-backup.gz', 'npm run backup -- /path/hufu-backup.gz'),
  addressTitle: t('对外地址', 'Public address'),
  addressHow: t(
    '用环境变量设置用户访问本系统的地址（含 https），然后重新启动：',
    'Set the address (with https) at which users open this system in the environment, then restart:',
  ),
  addressCommand: 'HUFU_PUBLIC_URL=https://id.example.com',
  hours: t('最近24小时登录', 'Sign-ins in the last 24 hours'),
  hoursSum: t(
    (succeeded: number, failed: number) => `成功 ${succeeded} 次，失败 ${failed} 次`,
    (succeeded, failed) => `${succeeded} succeeded, ${failed} failed`,
  ),
  hour: t('时间', 'Time'),
  succeeded: t('成功', states.succeeded),
  failed: t('失败', states.failed),
  dayBefore: t('前一天成功', 'Succeeded the day before'),
  legendBefore: t('前一天', 'Day before'),
  toLog: t('查看登录日志', 'Show the sign-in log'),
  stationsTitle: t('从这里开始', 'Begin here'),
  stationsHint: t(
    (done: number, all: number) => `已完成 ${done} 项，共 ${all} 项，按实际情况计算。`,
    (done, all) => `${done} of ${all} done, as things really are.`,
  ),
  stations,
  reached: t('已完成', 'Done'),
  notReached: t('未完成', 'Not done'),
} as const
