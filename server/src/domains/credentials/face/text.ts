/** What the login log says beside 登录成功. */
export const text = {
  transaction: (number: string) => `（人脸核验编号：${number}）`,
} as const
