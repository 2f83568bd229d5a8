import { named, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  greeting: t(
    (part: string, name: string) => `${part}，${name}`,
    (part, name) => `${part}, ${name}`,
  ),
  parts: {
    night: t('夜深了', 'Hello'),
    morning: t('早上好', 'Good morning'),
    noon: t('中午好', 'Hello'),
    afternoon: t('下午好', 'Good afternoon'),
    evening: t('晚上好', 'Good evening'),
  },
  date: t(
    (date: Date) => date.toLocaleDateString('zh-CN', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
    date => date.toLocaleDateString('en-GB', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
  ),
  overview: t('概览', 'Overview'),
  tiles: {
    orgCount: { name: t(things.org, 'Organisations'), unit: t(things.piece, '') },
    userCount: { name: t(things.user, 'Users'), unit: t(things.person, '') },
    appCount: { name: t(things.app, 'Applications'), unit: t(things.piece, '') },
    onlineCount: { name: things.onlineUsers, unit: t(things.person, '') },
    todayLogin: { name: t('今日登录', 'Sign-ins today'), unit: t(things.time, '') },
    pendingOrg: { name: t('待审核机构', 'Organisations to review'), unit: t(things.item, '') },
    pendingUser: { name: t('待审核用户', 'Users to review'), unit: t(things.item, '') },
  },
  documents: t('文档下载', 'Downloads'),
  download: named.download,
  canEnter: t('能登录吗', 'Can they sign in?'),
} as const
