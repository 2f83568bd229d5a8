import { loginTypes } from '@hufu/contract/audit/login-log'

/** Dictionaries whose codes are words of the program: code → name after installation. */
export const lockedDictionaries: Readonly<Record<string, { name: string; items: Readonly<Record<string, string>> }>> = {
  gender: { name: '性别', items: { 1: '男', 2: '女' } },
  loginType: { name: '登录方式', items: loginTypes },
  smsType: {
    name: '短信类型',
    items: { login: '登录验证', verify: '二次验证', recover: '找回密码', bind: '绑定手机号', password: '密码通知' },
  },
  operateType: { name: '操作类型', items: { insert: '新增', update: '修改', delete: '删除' } },
  protocol: { name: '应用协议', items: { oauth2: 'OpenID Connect', cas: 'CAS', saml: 'SAML 2.0', form: '表单代填' } },
  syncObject: { name: '同步对象', items: { org: '机构', user: '用户' } },
}
