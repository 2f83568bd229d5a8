import { things } from '@hufu/contract/text'
import { shippedNames } from './shipped-names.ts'

/** Sentences of the console that belong to no screen. */
export const text = {
  versionLabel: shippedNames.versionLabel,
  alertTitle: '提示',
  networkProblem: '网络异常，请稍后重试',
  requestTimeout: shippedNames.requestTimeout,
  configIncomplete: '配置信息不全',
  dictionaryUnknown: (type: string) => `查询不到字典类别：${type}`,
  illegalCharacters: '存在非法字符',
  justNow: '刚刚',
  client: {
    documentTitle: shippedNames.documentTitle,
    title: shippedNames.title,
    productVersion: '产品版本',
  },
  userInfoProblem: 'Verification failed, please Login again.',
  task: {
    cancelled: '任务取消成功',
    alreadyOver: '任务已经执行结束，本次取消任务操作无效。',
    failed: '任务执行失败',
    cancelFailed: '取消失败',
  },
  /** Pages that are in no menu. */
  accountPages: {
    centre: '个人中心',
    security: things.securitySettings,
    changelog: '产品版本轨迹',
    guide: '使用指南',
    apps: things.myApps,
  },
  dates: {
    separator: '至',
    today: '今天',
    yesterday: '昨天',
    lastWeek: '最近一周',
    last30Days: '最近30天',
    last3Months: '最近三个月',
    lastHalfYear: '最近半年',
    lastYear: '最近一年',
  },
} as const
