import { t } from '@hufu/contract/language'
export const text = {
  viewing: {
    label: t('以他人视角查看', 'Viewing as another user'),
    says: t(
      (name: string) => `正在以“${name}”的视角查看，只能查看，不能操作`,
      name => `Viewing as “${name}”: you can look, but change nothing`,
    ),
    end: t('退出', 'End'),
  },
}
