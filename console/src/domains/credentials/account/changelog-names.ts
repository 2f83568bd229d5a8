/** The words at the beginning of a changelog item that say its kind, in any language of the page. */
export const beginnings = { added: '新增：', bettered: '优化：', mended: '修复：' } as const
