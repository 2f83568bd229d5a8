export const text = {
  passwordDaysLeft: (days: number) => `您的密码将在 ${days} 天后过期，请及时修改`,
  lastSignIn: {
    before: (time: string, ip: string, browser: string) => `上次登录：${time}，${ip}，${browser}。`,
    failed: (count: number) => `此后有${count}次失败的登录尝试，如非本人操作，请及时修改密码。`,
  },
}
