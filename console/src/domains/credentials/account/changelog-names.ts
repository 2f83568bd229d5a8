/** How an item of the changelog says at its beginning what kind of change it is, in whatever language the page is. */
export const beginnings = { added: '新增：', bettered: '优化：', mended: '修复：' } as const
