/** Log sentences about mail servers that failed. */
export const text = {
  unreachable: (reason: string) => `邮件服务器无响应（${reason}）`,
  refused: (step: string, code: number) => `邮件服务器在${step}时拒绝（${code}）`,
  notUnderstood: '邮件服务器的应答无法识别',
  noTls: '邮件服务器不支持 STARTTLS，未发送',
  injected: '邮件服务器在加密前多发了内容，未发送',
  noPlainPassword: '未加密的连接不发送密码',
  noAuth: '邮件服务器不支持 PLAIN 或 LOGIN 认证',
  addressWrong: '邮件地址不正确',
} as const
