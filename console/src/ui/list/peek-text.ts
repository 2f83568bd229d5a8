import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  label: t(
    (name: string) => `速览 ${name}`,
    name => `Peek at ${name}`,
  ),
  before: acts.previousOne,
  after: acts.nextOne,
  close: acts.close,
  closeByKey: t('关闭（Esc）', 'Close (Esc)'),
} as const
