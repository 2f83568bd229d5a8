import { acts } from '@hufu/contract/text'

export const text = {
  label: (name: string) => `速览 ${name}`,
  before: acts.previousOne,
  after: acts.nextOne,
  close: acts.close,
  closeByKey: '关闭（Esc）',
} as const
