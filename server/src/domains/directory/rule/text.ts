export const text = {
  looking: '正在计算成员',
  overtaken: '规则已再次修改，本次计算已停止',
  found: (count: number) => `计算完成，共${count}人`,
} as const
