import { acts } from '@hufu/contract/text'

export const text = {
  title: '页面不存在',
  body: '抱歉，您访问的页面不存在',
  path: (path: string) => `地址：${path}`,
  away: '不能前往',
  awayBody: '这个链接指向其他网站，不能从这里前往',
  host: (host: string) => `网站：${host}`,
  home: acts.backToHome,
  back: '返回上一页',
  find: '查找页面',
} as const
