import { acts, fields, named, states, things } from '@hufu/contract/text'

const SURE = '失败次数清零，可立即重新登录。请确认是本人，而非有人在猜测密码。'

export const text = {
  title: things.accountUnlock,
  description:
    '连续输错会锁定一段时间：先锁定猜测所用的方式在该地址的登录，多个地址合计过多时锁定所有地址。确认是本人后可在此提前解锁；失败次数同时清零。',
  list: '登录失败的账号',
  none: '当前没有被锁定的账号',
  noneHint: '被锁定的账号会自动出现在这里，锁定期满后自动解除。',
  any: states.all,
  states: { locked: '已锁定', open: '未锁定' },
  stranger: '无此账号',
  fields: {
    searchKey: fields.keyword,
    searchHint: '账号、姓名、工号或手机号',
    state: fields.status,
    ip: 'IP',
    time: '最近失败时间',
    loginName: fields.account,
    realName: fields.realName,
    orgName: things.org,
    failCount: '失败次数',
    lastTime: '最近失败',
    lastIp: '最近失败IP',
    unlockTime: '锁定至',
    reason: '锁定原因',
    scope: '锁定范围',
  },
  whom: (realName: string, loginName: string) => `“${realName}（${loginName}）”`,
  scopes: {
    account: '全部登录方式',
    all: (method: string) => `${method}，所有地址`,
    address: (method: string, addresses: readonly string[]) => `${method}，仅 ${addresses.join('、')}`,
  },
  methods: { password: fields.password, phone: fields.smsCode, code: '二次验证码', face: '人脸', recovery: acts.recoverPassword },
  reasons: {
    wrong: (method: string) => `${method}错误`,
    hand: (who: string, why: string) => `${who} 手动锁定：${why}`,
    somebody: things.admin,
  },
  tools: { unlock: '解锁', clear: '清零', unlockAndReset: '解锁并重置密码', failures: '查看失败记录' },
  kept: { own: '不能解除自己账号的锁定', above: '该用户的权限高于您' },
  unlock: {
    one: named.askUnlock,
    clear: (name: string) => `将“${name}”的失败次数清零？`,
    many: (count: number) => `解锁 ${count} 个账号？`,
    text: SURE,
    sameIp: (count: number, ip: string) => `其中 ${count} 个账号的失败来自同一地址 ${ip}，可能正在遭受攻击，请先核实。${SURE}`,
    done: (count: number) => `已解锁 ${count} 个账号，失败次数清零`,
  },
} as const
