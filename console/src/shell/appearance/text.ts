import { acts } from '@hufu/contract/text'
import { text as shell } from '../text.ts'

export const text = {
  title: '外观',
  hint: '只影响您在这个浏览器中看到的样子。',
  theme: '主题',
  themes: shell.theme,
  accent: '主题色',
  accents: { blue: '蓝', teal: '青', green: '绿', purple: '紫', bronze: '铜' },
  size: '字号',
  sizes: { usual: '标准', large: '大' },
  colourSafe: '色弱模式',
  colourSafeHint: '成功与失败改用蓝与橙区分，链接带下划线。',
  tabs: '多标签页',
  tabsHint: '打开过的页面留在上方，一键切换。',
  close: acts.close,
} as const
