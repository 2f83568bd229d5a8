/** What the login log adds to the sentence of a successful sign-in. */
export const text = {
  transaction: (number: string) => `（人脸核验编号：${number}）`,
} as const
