/** Problems of an identity provider's values. */
export const text = {
  clientId: '客户端ID',
  claimProblem: '属性名不能为空，也不能包含空格',
  scopesProblem: '授权范围以空格分隔',
  codeProblem: '编码由小写字母、数字和连字符组成，以字母或数字开头',
  domainProblem: '邮箱域名格式不正确，例如 example.com',
  factorClassProblem: '认证级别不能为空，也不能包含空格和引号',
} as const
