/** Texts of mails. */
export const text = {
  codeSubject: (system: string) => `${system} 邮箱验证码`,
  code: (system: string, userName: string, code: string, minutes: number) =>
    `您正在为账号 ${userName} 验证邮箱，验证码为：\n\n${code}\n\n${minutes}分钟内有效，请勿告知他人。如非本人操作，请忽略本邮件。\n\n${system}\n`,
} as const
