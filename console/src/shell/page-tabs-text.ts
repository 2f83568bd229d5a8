export const text = { label: '打开过的页面', close: (name: string) => `关闭 ${name}` } as const
