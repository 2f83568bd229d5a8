import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('页面不存在', 'No such page'),
  body: t('抱歉，您访问的页面不存在', 'Sorry, the page you asked for does not exist'),
  path: t(
    (path: string) => `地址：${path}`,
    path => `Address: ${path}`,
  ),
  away: t('不能前往', 'Not led there'),
  awayBody: t('这个链接指向其他网站，不能从这里前往', 'This link points to another site, and nobody is led there from here'),
  host: t(
    (host: string) => `网站：${host}`,
    host => `Site: ${host}`,
  ),
  home: acts.backToHome,
  back: t('返回上一页', 'Back'),
  find: t('查找页面', 'Find a page'),
} as const
