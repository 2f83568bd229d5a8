/** What the login log adds to 登录成功. */
export const text = {
  transaction: (number: string) => `（人脸核验编号：${number}）`,
} as const
