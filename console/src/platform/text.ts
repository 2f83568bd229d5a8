import { things } from '@hufu/contract/text'
import { shippedNames } from './names/shipped-names.ts'
import { t } from '@hufu/contract/language'

/** Sentences of the console that belong to no screen. */
export const text = {
  versionLabel: t(shippedNames.versionLabel, 'Version'),
  alertTitle: t('提示', 'Notice'),
  networkProblem: t('网络异常，请稍后重试', 'Network error, please try again later'),
  requestTimeout: t(shippedNames.requestTimeout, 'The request timed out, please try again later'),
  configIncomplete: t('配置信息不全', 'The configuration is incomplete'),
  dictionaryUnknown: t(
    (type: string) => `查询不到字典类别：${type}`,
    type => `Unknown dictionary: ${type}`,
  ),
  illegalCharacters: t('存在非法字符', 'Contains characters that are not allowed'),
  justNow: t('刚刚', 'just now'),
  client: {
    documentTitle: t(shippedNames.documentTitle, 'Unified Identity'),
    title: t(shippedNames.title, 'Unified Identity and Access Management'),
    productVersion: t('产品版本', 'Product version'),
  },
  userInfoProblem: t('Verification failed, please Login again.', 'Verification failed, please sign in again.'),
  task: {
    cancelled: t('任务取消成功', 'The task has been cancelled'),
    alreadyOver: t('任务已经执行结束，本次取消任务操作无效。', 'The task has already ended and cannot be cancelled.'),
    failed: t('任务执行失败', 'The task failed'),
    cancelFailed: t('取消失败', 'The task could not be cancelled'),
  },
  /** Pages that are in no menu. */
  accountPages: {
    centre: t('个人中心', 'My account'),
    security: things.securitySettings,
    changelog: t('产品版本轨迹', 'Release history'),
    guide: t('使用指南', 'User guide'),
    apps: things.myApps,
  },
  dates: {
    separator: t('至', 'to'),
    today: t('今天', 'Today'),
    yesterday: t('昨天', 'Yesterday'),
    lastWeek: t('最近一周', 'Last 7 days'),
    last30Days: t('最近30天', 'Last 30 days'),
    last3Months: t('最近三个月', 'Last 3 months'),
    lastHalfYear: t('最近半年', 'Last 6 months'),
    lastYear: t('最近一年', 'Last year'),
  },
} as const
