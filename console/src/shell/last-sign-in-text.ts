import { plural, t } from '@hufu/contract/language'
export const text = {
  passwordDaysLeft: t(
    (days: number) => `您的密码将在 ${days} 天后过期，请及时修改`,
    days => `Your password expires in ${plural(days, 'day')}, change it soon`,
  ),
  lastSignIn: {
    before: t(
      (time: string, ip: string, browser: string) => `上次登录：${time}，${ip}，${browser}。`,
      (time, ip, browser) => `Last sign-in: ${time}, ${ip}, ${browser}.`,
    ),
    failed: t(
      (count: number) => `此后有${count}次失败的登录尝试，如非本人操作，请及时修改密码。`,
      count => ` ${plural(count, 'attempt')} failed since; if that was not you, change your password.`,
    ),
  },
}
