import { chinese as shared, chineseCommon } from '../protocol/text.ts'
import type { ProviderProblemName } from './identity.ts'
import { inBoth } from '../../../platform/http/language.ts'
import { english } from './text.en.ts'

/** The pages shown when a sign-in by an identity provider fails: a title, and what to do. */
const problems: Readonly<Record<ProviderProblemName, readonly [title: string, how: string]>> = {
  stateGone: [chineseCommon.over, '登录已超时、已被使用，或不是从本系统发起，请返回登录页重新登录'],
  otherBrowser: ['请在发起登录的浏览器中完成', '登录是在另一个浏览器中发起的，请返回登录页重新登录'],
  unavailable: ['暂时无法连接身份提供方', '请稍后重试，或使用其他方式登录；持续出现时请联系管理员'],
  declined: ['您未完成授权', '请返回登录页重新登录，或使用其他方式登录'],
  invalid: ['未能确认您的身份', '身份提供方的答复没有通过校验，请返回登录页重试；持续出现时请联系管理员'],
  unknown: ['该身份没有对应的账号', '请先使用其他方式登录，在个人中心的登录绑定中绑定；没有账号时请联系管理员'],
  ambiguous: ['该身份对应多个账号', '系统不会猜测您的账号，请联系管理员'],
  administrator: ['管理员账号须自行绑定', '请先使用其他方式登录，在个人中心的登录绑定中绑定后再使用此方式登录'],
  linkedElsewhere: ['您的账号已绑定另一个身份', '请使用已绑定的身份登录，或使用其他方式登录后解除绑定'],
  deleted: ['该账号已被删除', '如需恢复，请联系管理员'],
  notMade: ['未能创建账号', '请联系管理员'],
  disabled: ['该登录方式不存在或已停用', '请返回登录页使用其他方式登录，或联系管理员'],
  logoutInvalid: ['退出请求未通过校验', '身份提供方的退出请求无效或已处理过，您在本系统的登录没有因此结束；需要时请自行退出'],
  signedOut: ['请重新登录后再操作', '发起操作的会话已结束或已切换账号，请在控制台重新操作'],
}

export const chinese = {
  ...chineseCommon,
  problems,
  missing: problems.disabled,
  backToSignIn: '返回登录页',
  backToConsole: '返回控制台',
  trace: shared.trace,
  refusedBy: (provider: string, title: string) => `${title} · ${provider}`,
  emailUnproven: '身份提供方未证明您的邮箱已验证',
  domainForeign: '您的邮箱不在允许创建账号的域名内',
  noOrg: '管理员未设置新账号所在的机构，或该机构已不存在',
  placeBeyond: '新账号会得到该登录方式的维护人所没有的权限，或维护人已不能管理所在机构，请联系管理员',
  claimMissing: (claim: string) => `身份提供方没有给出属性“${claim}”`,
  tested: (provider: string) => `“${provider}”测试登录成功`,
  testedHow: '以下为身份提供方给出的信息，敏感内容已隐藏；本次没有登录，也没有写入任何数据',
  subject: '身份标识',
  contextClass: '认证级别',
  verdicts: {
    linked: '登录时将进入已绑定的账号',
    rule: '登录时将按绑定规则进入已有账号',
    made: '登录时将创建新账号',
    refused: (title: string) => `登录时将被拒绝：${title}`,
  },
  saml: {
    malformed: (what: string) => `元数据无法读取：${what}`,
    several: '元数据包含多个实体，请提供单个身份提供方的元数据',
    notMetadata: '不是 SAML 元数据',
    noProvider: '元数据中没有身份提供方（IDPSSODescriptor）',
    noRedirect: '元数据中没有浏览器重定向方式的登录地址（HTTP-Redirect）',
    noKey: '元数据中没有签名证书',
    over: '元数据已过有效期',
    unreachable: '无法取得元数据，请检查地址',
    missing: '请填写元数据或元数据地址',
  },
} as const

export const text = inBoth(chinese, english)
