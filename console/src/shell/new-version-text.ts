import { t } from '@hufu/contract/language'
export const text = {
  newVersion: t(
    '系统有新版本，保存正在填写的内容后刷新即可使用。',
    'There is a new version of the system. Save what you are entering, then reload the page to use it.',
  ),
  reload: t('刷新页面', 'Reload page'),
} as const
