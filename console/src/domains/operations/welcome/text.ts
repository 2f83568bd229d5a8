import { named, things } from '@hufu/contract/text'

export const text = {
  greeting: (part: string, name: string) => `${part}，${name}`,
  parts: { night: '夜深了', morning: '早上好', noon: '中午好', afternoon: '下午好', evening: '晚上好' },
  date: (date: Date) => date.toLocaleDateString('zh-CN', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
  overview: '概览',
  tiles: {
    orgCount: { name: things.org, unit: things.piece },
    userCount: { name: things.user, unit: things.person },
    appCount: { name: things.app, unit: things.piece },
    onlineCount: { name: things.onlineUsers, unit: things.person },
    todayLogin: { name: '今日登录', unit: things.time },
    pendingOrg: { name: '待审核机构', unit: things.item },
    pendingUser: { name: '待审核用户', unit: things.item },
  },
  quick: '常用功能',
  documents: '文档下载',
  download: named.download,
  canEnter: '能登录吗',
} as const
