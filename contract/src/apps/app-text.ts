/** Problems of an application's own fields. */
export const appText = { claimName: '属性名格式不正确', homeUrl: '首页地址格式不正确' } as const
