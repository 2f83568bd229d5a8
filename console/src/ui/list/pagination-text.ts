export const text = { total: (total: number) => `共 ${total} 个`, before: '上一页', after: '下一页' } as const
