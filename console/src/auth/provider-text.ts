export const text = { legend: '使用单位身份登录' } as const
