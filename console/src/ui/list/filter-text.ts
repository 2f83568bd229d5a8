export const text = { active: '当前筛选', remove: '移除筛选', removeAll: '清除全部', colon: '：' } as const
