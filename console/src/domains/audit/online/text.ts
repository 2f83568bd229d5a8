import { acts, fields, outcomes, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: things.onlineUsers,
  description: t(
    '当前仍可使用的登录会话。强制下线在 1 秒内对所有节点生效。',
    'Sessions that are still usable. Ending a session takes effect on every node within 1 second.',
  ),
  list: t('在线会话', 'Sessions online'),
  none: t('当前没有在线会话', 'No sessions are online'),
  any: states.all,
  tallyLabel: t('在线情况', 'Who is online'),
  tally: { people: t('在线人数', 'Users online'), admins: t('其中管理员', 'Administrators'), sessions: t('会话数', 'Sessions') },
  own: t(states.oneself, 'You'),
  admin: things.admin,
  fields: {
    searchKey: fields.keyword,
    searchHint: outcomes.peopleHint,
    kind: t('用户类型', 'User type'),
    name: fields.realName,
    userName: fields.account,
    orgName: things.org,
    ip: 'IP',
    device: fields.device,
    loginType: t(fields.signInMethod, 'Method'),
    loginTime: fields.signInTime,
    lastTime: t('最近活动', 'Last active'),
  },
  kinds: { admin: things.admin, ordinary: t('普通用户', 'Ordinary user') },
  tools: { kick: acts.forceOut, lock: t('下线并锁定', 'End and lock'), logins: things.signInLog, operations: things.operationLog },
  kept: {
    own: t('当前会话不能在此下线，请使用退出登录', 'The current session cannot be ended here; sign out instead'),
    self: t('不能锁定自己的账号', 'You cannot lock your own account'),
    above: t('该用户的权限高于您', 'This user ranks above you'),
  },
  refresh: {
    every: t('每 30 秒自动刷新', 'Refreshes every 30 seconds'),
    pause: t(states.paused, 'Pause'),
    resume: t('继续', 'Resume'),
    paused: t('自动刷新已暂停', 'Refreshing is paused'),
    held: t('已选择会话，暂停自动刷新', 'Refreshing is paused while sessions are selected'),
    idle: t('长时间无操作，自动刷新已停止', 'Refreshing has stopped, since nothing was done for a while'),
  },
  kick: {
    one: t(
      (whom: string) => `强制“${whom}”下线？`,
      whom => `End this session of “${whom}”?`,
    ),
    oneText: t(
      (ip: string) => `来自 ${ip} 的这个会话立即结束，未保存的内容会丢失；对方仍可重新登录。`,
      ip => `This session from ${ip} ends at once and anything unsaved is lost. They can still sign in again.`,
    ),
    many: t(
      (sessions: number) => `强制下线 ${sessions} 个会话？`,
      sessions => `End ${plural(sessions, 'session')}?`,
    ),
    manyText: t(
      (people: number) => `涉及 ${people} 人，会话立即结束，未保存的内容会丢失；他们仍可重新登录。`,
      people =>
        `${plural(people, 'user is', 'users are')} affected. The sessions end at once and anything unsaved is lost. They can still sign in again.`,
    ),
    done: t(
      (count: number) => `已强制下线 ${count} 个会话`,
      count => `${plural(count, 'session')} ended`,
    ),
    none: t('所选会话均已结束', 'The selected sessions have ended already'),
    type: t(
      (count: number) => `请输入会话数 ${count} 以确认`,
      count => `Enter the number of sessions, ${count}, to confirm`,
    ),
    problem: t('与所选的数目不一致', 'This is not the number selected'),
  },
  lock: {
    one: t(
      (whom: string) => `将“${whom}”下线并锁定？`,
      whom => `End the sessions of “${whom}” and lock the account?`,
    ),
    many: t(
      (people: number) => `将 ${people} 人下线并锁定？`,
      people => `End the sessions of ${plural(people, 'user')} and lock the accounts?`,
    ),
    consequence: t(
      '所有会话立即结束，记住的设备失效，账号在锁定时长内无法以任何方式登录；可在“账号解锁”中提前解除。',
      `All sessions end at once, remembered devices are forgotten, and for as long as the lock lasts there is no way to sign in. It can be lifted early under “${things.accountUnlock}”.`,
    ),
    typeName: t(
      (userName: string) => `请输入账号 ${userName} 以确认`,
      userName => `Enter the account ${userName} to confirm`,
    ),
    typeCount: t(
      (people: number) => `请输入人数 ${people} 以确认`,
      people => `Enter the number of users, ${people}, to confirm`,
    ),
    nameProblem: t('与账号不一致', 'This is not the account'),
    countProblem: t('与人数不一致', 'This is not the number of users'),
    reason: fields.reason,
    reasonHint: t('写入操作日志，并在“账号解锁”中显示', `Written into the operation log and shown under “${things.accountUnlock}”`),
    ok: t('下线并锁定', 'End and lock'),
    done: t(
      (count: number) => `已锁定 ${count} 个账号`,
      count => `${plural(count, 'account')} locked`,
    ),
  },
  whom: t(
    (realName: string, userName: string) => `${realName}（${userName}）`,
    (realName, userName) => `${realName} (${userName})`,
  ),
} as const
