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
    locked: { name: '锁定的账号', unit: things.piece },
  },
  open: (name: string, count: string, unit: string) => `${name} ${count} ${unit}，查看`,
  quick: '常用功能',
  documents: '文档下载',
  download: named.download,
  setUp: {
    title: '从这里开始',
    hint: '系统里还没有组织和人员。按下面的顺序，几分钟即可搭好。',
    orgs: { name: '建立机构', about: '录入或批量导入组织架构' },
    users: { name: '导入用户', about: '逐个新增，或用表格一次导入' },
    apps: { name: '接入应用', about: '登记需要统一登录的业务系统' },
    grants: { name: '分配权限', about: '把应用与角色授予机构和人员' },
  },
} as const
