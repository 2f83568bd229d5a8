import { acts, fields, named, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const SURE = t(
  '失败次数清零，可立即重新登录。请确认是本人，而非有人在猜测密码。',
  'The failures are cleared and they can sign in again at once. Make sure that it is the user, not somebody guessing their password.',
)

export const text = {
  title: things.accountUnlock,
  description: t(
    '连续输错会锁定一段时间：先锁定猜测所用的方式在该地址的登录，多个地址合计过多时锁定所有地址。确认是本人后可在此提前解锁；失败次数同时清零。',
    'Repeated failures lock an account for a while: first the method that was tried, from that address; with too many failures from several addresses, from every address. Once you know that it is the user, unlock them here; the failures are cleared too.',
  ),
  list: t('登录失败的账号', 'Accounts with failed sign-ins'),
  none: t('当前没有被锁定的账号', 'No accounts are locked'),
  noneHint: t(
    '被锁定的账号会自动出现在这里，锁定期满后自动解除。',
    'Locked accounts appear here by themselves and are unlocked when the time is over.',
  ),
  any: states.all,
  states: { locked: t('已锁定', 'Locked'), open: t('未锁定', 'Not locked') },
  stranger: t('无此账号', 'No such account'),
  fields: {
    searchKey: fields.keyword,
    searchHint: t('账号、姓名、工号或手机号', 'Account, name, employee number or phone number'),
    state: fields.status,
    ip: 'IP',
    time: t('最近失败时间', 'Last failure'),
    loginName: fields.account,
    realName: fields.realName,
    orgName: things.org,
    failCount: t('失败次数', 'Failures'),
    lastTime: t('最近失败', 'Last failure'),
    lastIp: t('最近失败IP', 'Last failed IP'),
    unlockTime: t('锁定至', 'Locked until'),
    reason: t('锁定原因', 'Why locked'),
    scope: t('锁定范围', 'What is locked'),
  },
  whom: t(
    (realName: string, loginName: string) => `“${realName}（${loginName}）”`,
    (realName, loginName) => `“${realName} (${loginName})”`,
  ),
  scopes: {
    account: t('全部登录方式', 'Every method'),
    all: t(
      (method: string) => `${method}，所有地址`,
      method => `${method}, all IPs`,
    ),
    address: t(
      (method: string, addresses: readonly string[]) => `${method}，仅 ${addresses.join('、')}`,
      (method, addresses) => `${method}, only from ${addresses.join(', ')}`,
    ),
  },
  methods: {
    password: fields.password,
    phone: fields.smsCode,
    code: t('二次验证码', 'Second factor code'),
    face: t('人脸', 'Face'),
    recovery: t(acts.recoverPassword, 'Password recovery'),
  },
  reasons: {
    wrong: t(
      (method: string) => `${method}错误`,
      method => `Failed: ${method}`,
    ),
    hand: t(
      (who: string, why: string) => `${who} 手动锁定：${why}`,
      (who, why) => `Locked by ${who}: ${why}`,
    ),
    somebody: t(things.admin, 'an administrator'),
  },
  tools: {
    unlock: t('解锁', 'Unlock'),
    clear: t('清零', 'Clear failures'),
    unlockAndReset: t('解锁并重置密码', 'Unlock and reset password'),
    failures: t('查看失败记录', 'Show failures'),
  },
  kept: {
    own: t('不能解除自己账号的锁定', 'You cannot unlock your own account'),
    above: t('该用户的权限高于您', 'This user ranks above you'),
  },
  unlock: {
    one: named.askUnlock,
    clear: t(
      (name: string) => `将“${name}”的失败次数清零？`,
      name => `Clear the failures of “${name}”?`,
    ),
    many: t(
      (count: number) => `解锁 ${count} 个账号？`,
      count => `Unlock ${plural(count, 'account')}?`,
    ),
    text: SURE,
    sameIp: t(
      (count: number, ip: string) => `其中 ${count} 个账号的失败来自同一地址 ${ip}，可能正在遭受攻击，请先核实。${SURE}`,
      (count, ip) => `${count} of these accounts failed from the same address, ${ip}. This may be an attack; look into it first. ${SURE}`,
    ),
    done: t(
      (count: number) => `已解锁 ${count} 个账号，失败次数清零`,
      count => `${plural(count, 'account')} unlocked, failures cleared`,
    ),
  },
} as const
