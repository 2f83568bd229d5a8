import type { Todo, TodoKind, StationKey } from '@hufu/contract/operations/welcome'
import { acts, outcomes, things } from '@hufu/contract/text'

const HOW_TO_BACK_UP = '如何备份'

const countOf = ({ count, isMore }: Todo) => `${count.toLocaleString('zh-CN')}${isMore ? ' 以上' : ''}`
/** 甲、乙 等 5 个 */
const listOf = (todo: Todo, unit: string) =>
  todo.names.length === 0
    ? `${countOf(todo)} ${unit}`
    : todo.count > todo.names.length
      ? `${todo.names.join('、')} 等 ${countOf(todo)} ${unit}`
      : todo.names.join('、')

function lockedSentence(todo: Todo): string {
  const { until = '', failures = '', ip = '', by = '' } = todo.facts
  if (todo.count > 1) return `${listOf(todo, '个账号')}被锁定`
  const why = by === '' ? `连续错误 ${failures} 次${ip === '' ? '' : `，来自 ${ip}`}` : `由${by}锁定`
  return `${todo.names[0] ?? ''}的账号被锁定：${why}，${until} 自动解锁`
}

function samlKeySentence({ facts: { time = '', next, waiting = '' } }: Todo): string {
  const ends = `本系统的 SAML 签名证书将于 ${time} 到期`
  if (next === undefined) return `${ends}，须新增密钥并逐个应用换证`
  return waiting === '0' ? `${ends}，应用都已换证，须停用旧密钥` : `${ends}，新密钥已公布，还有 ${waiting} 个应用须换证`
}

/** Each to-do as a sentence. */
const sentences: Readonly<Record<TodoKind, (todo: Todo) => string>> = {
  locked: lockedSentence,
  syncBlocked: todo => `同步任务${listOf(todo, '个')}的计划将删除过多数据，已暂停等待放行`,
  scimBlocked: todo => `SCIM 客户端${listOf(todo, '个')}已停：一小时内移除的用户、组成员或机构超过限额`,
  pushHeld: todo => `应用${listOf(todo, '个')}的推送已暂停，等待放行`,
  syncFailed: todo => `同步任务${listOf(todo, '个')}最近一次执行失败`,
  pushFailed: todo => `应用${listOf(todo, '个')}的推送未送达`,
  auditBroken: () => '最近一次完整性校验发现操作日志不完整',
  reviewUser: todo => `${countOf(todo)} 项用户变更等待您审核`,
  reviewOrg: todo => `${countOf(todo)} 项机构变更等待您审核`,
  loginNameConflict: todo => `用户名与他人的手机号相同，对方不能用手机号登录，请修改其中之一：${listOf(todo, '名用户')}`,
  initialPassword: () => '没有设置统一初始密码，导入的用户须重置密码后才能登录',
  initialPasswordWeak: ({ facts: { why = '', users = '0' } }) =>
    `统一初始密码不符合现行密码策略（${why}），不再发给用户${users === '0' ? '' : `；${users} 名用户仍在使用它，请重置他们的密码`}`,
  passwordless: todo => `${countOf(todo)} 名用户没有密码，不能用密码登录`,
  appUngranted: todo => `应用${listOf(todo, '个')}还没有授权给任何人`,
  grantEnding: todo => `${countOf(todo)} 项授权将在 7 天内到期：${todo.names.join('、')}`,
  secretEnding: todo => `应用${listOf(todo, '个')}的密钥将在 7 天内到期`,
  appWaiting: todo => `自行注册的应用${listOf(todo, '个')}等待批准`,
  samlProposal: todo => `应用${listOf(todo, '个')}有新的 SAML 元数据等待确认`,
  samlMetadata: todo => `应用${listOf(todo, '个')}的 SAML 元数据 30 天内过期，或未能按地址更新`,
  samlCertificate: todo => `应用${listOf(todo, '个')}的 SAML 证书 30 天内到期或已到期`,
  samlKey: samlKeySentence,
  authorityEnding: ({ facts: { days = '0' } }) =>
    Number(days) < 0 ? '受信任的 CA 证书已到期，用户不能再用它签发的证书登录' : `受信任的 CA 证书将在 ${days} 天后到期`,
  backupFailed: ({ facts }) => `最近一次备份失败（${facts.time}）：${facts.message}`,
  backupNever: () => '系统还没有备份过',
  backupOld: ({ facts }) => `最近一次备份是 ${facts.days} 天前`,
  auditUnchecked: () => '操作日志还没有校验过完整性',
}

/** The link of each to-do. */
const linkLabels: Readonly<Record<TodoKind, string>> = {
  locked: acts.unlock,
  syncBlocked: '查看并放行',
  scimBlocked: '查看并恢复',
  pushHeld: '查看并放行',
  syncFailed: acts.showReason,
  pushFailed: acts.showReason,
  auditBroken: '查看记录',
  reviewUser: acts.review,
  reviewOrg: acts.review,
  loginNameConflict: '修改用户',
  initialPassword: '设置初始密码',
  initialPasswordWeak: '设置新的初始密码',
  passwordless: '为他们设置密码',
  appUngranted: acts.grant,
  grantEnding: '查看授权',
  secretEnding: acts.rotateSecret,
  appWaiting: '查看并批准',
  samlProposal: '查看改动',
  samlMetadata: '查看元数据',
  samlCertificate: '更新证书',
  samlKey: '换证',
  authorityEnding: '更换证书',
  backupFailed: HOW_TO_BACK_UP,
  backupNever: HOW_TO_BACK_UP,
  backupOld: HOW_TO_BACK_UP,
  auditUnchecked: acts.checkIntegrity,
}

const stations: Readonly<Record<StationKey, string>> = {
  address: '对外地址',
  secondAdmin: '第二位管理员',
  policy: '密码策略',
  orgs: things.org,
  people: things.user,
  app: '首个应用',
  grant: acts.grant,
  trial: '首次登录应用',
  sms: '短信网关',
  backup: '备份',
}

/** Sentences of today's to-dos. */
export const text = {
  title: '要处理的',
  none: '今天没有要处理的事',
  sentences,
  linkLabels,
  unlock: acts.unlock,
  unlocked: outcomes.unlocked,
  understood: '知道了',
  backupTitle: HOW_TO_BACK_UP,
  backupHow: '在服务器上进入产品目录执行下面的命令，全部数据写入一个文件，可以交给系统的定时任务每天执行：',
  backupCommand: 'npm run backup -- /路径/hufu-backup.gz',
  addressTitle: '对外地址',
  addressHow: '用环境变量设置用户访问本系统的地址（含 https），然后重新启动：',
  addressCommand: 'HUFU_PUBLIC_URL=https://id.example.com',
  hours: '最近24小时登录',
  hoursSum: (succeeded: number, failed: number) => `成功 ${succeeded} 次，失败 ${failed} 次`,
  hour: '时间',
  succeeded: '成功',
  failed: '失败',
  dayBefore: '前一天成功',
  legendBefore: '前一天',
  toLog: '查看登录日志',
  stationsTitle: '从这里开始',
  stationsHint: (done: number, all: number) => `已完成 ${done} 项，共 ${all} 项，按实际情况计算。`,
  stations,
  reached: '已完成',
  notReached: '未完成',
} as const
