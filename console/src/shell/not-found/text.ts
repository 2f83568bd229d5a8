import { acts } from '@hufu/contract/text'

export const text = {
  title: '页面不存在',
  body: '抱歉，您访问的页面不存在',
  home: acts.backToHome,
  back: '返回上一页',
  find: '查找页面',
} as const
