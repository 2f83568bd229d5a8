/** Sentences both sides speak: the console before it sends, the server before it accepts. */
export const text = {
  /** The message of every success (D-01, D-23). */
  done: '操作成功',
  signedIn: '登录成功',
  bindFactorFirst: '请先绑定二次验证方式',
  required: { phone: '手机号', idCard: '身份证号', originUserId: '原系统用户ID', employeeNumber: '工号' },
  field: {
    /** The characters found follow the colon (O-30). */
    illegalCharacters: '存在非法字符：',
    tooLong: (max: number) => `长度不能超过${max}个字符`,
    phoneProblem: '手机号格式不正确',
    idCardProblem: '身份证号格式不正确',
    userNameProblem: '用户名格式不正确',
  },
} as const
