import { acts } from '@hufu/contract/text'
import { text as shellText } from '../text.ts'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('外观', shellText.theme.label),
  hint: t('只影响您在这个浏览器中看到的样子。', 'Changes only what you see in this browser.'),
  theme: t('主题', 'Theme'),
  themes: shellText.theme,
  accent: t('主题色', 'Accent'),
  accents: { blue: t('蓝', 'Blue'), teal: t('青', 'Teal'), green: t('绿', 'Green'), purple: t('紫', 'Purple'), bronze: t('铜', 'Bronze') },
  size: t('字号', 'Text size'),
  sizes: { usual: t('标准', 'Standard'), large: t('大', 'Large') },
  colourSafe: t('色弱模式', 'Colour-safe'),
  colourSafeHint: t(
    '成功与失败改用蓝与橙区分，链接带下划线。',
    'Success and failure are told apart by blue and orange, and links are underlined.',
  ),
  tabs: t('多标签页', 'Page tabs'),
  tabsHint: t('打开过的页面留在上方，一键切换。', 'Pages that were opened stay above, one click away.'),
  close: acts.close,
} as const
