export const text = { codeTwice: '编码重复', nameTwice: '名称重复' } as const
