import { things } from '@hufu/contract/text'
import { sentences } from './language.ts'

/** What the console says on the sign-in page too. */
export const chinese = {
  versionLabel: '当前版本号',
  /** A 600 whose data holds this is a request to the person (specification section 8). */
  please: '请',
  alertTitle: '提示',
  networkProblem: '网络异常，请稍后重试',
  requestTimeout: '请求超时，请稍后重试',
  configIncomplete: '配置信息不全',
  dictionaryUnknown: (type: string) => `查询不到字典类别：${type}`,
  illegalCharacters: '存在非法字符',
  client: {
    documentTitle: '统一身份认证',
    title: '统一身份认证与访问管理平台',
    productVersion: '产品版本',
  },
} as const

/** What the console says by itself, whatever the screen. */
export const text = {
  ...sentences('general', chinese),
  userInfoProblem: 'Verification failed, please Login again.',
  task: {
    cancelled: '任务取消成功',
    alreadyOver: '任务已经执行结束，本次取消任务操作无效。',
    failed: '任务执行失败',
    cancelFailed: '取消失败',
  },
  /** Pages that stand in no menu. */
  ownPages: { centre: '个人中心', security: things.securitySettings, changelog: '产品版本轨迹', apps: things.myApps },
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
