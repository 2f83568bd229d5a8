const HIDDEN = '******'
const code = (code: string, minutes: number) => `您的验证码为${code}，${minutes}分钟内有效，请勿告知他人。`
const password = (userName: string, password: string) => `您的账号${userName}的初始密码为${password}，请登录后及时修改。`

/** What messages say, without the signature that the gateway puts in front. */
export const text = {
  code,
  password,
  /** As the record shows it. */
  hidden: (says: { code: string; minutes: number } | { password: string; userName: string }) =>
    'code' in says ? code(HIDDEN, says.minutes) : password(says.userName, HIDDEN),
  sent: '发送成功',
  noGateway: '未配置短信网关',
  unreachable: '短信网关无响应',
} as const
