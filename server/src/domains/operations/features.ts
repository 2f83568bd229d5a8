import type { Feature } from '../../platform/http/context.ts'
import { configFeature, healthFeature } from './config/config.routes.ts'
import { customSettingFeature } from './config/custom-setting.routes.ts'
import { securityFeature } from './config/security.routes.ts'
import { devopsFeature } from './devops/devops.routes.ts'
import { dictFeature } from './dict/dict.routes.ts'
import { dataCleanFeature } from './data-clean/data-clean.routes.ts'
import { dataHistoryFeature } from './data-history/data-history.routes.ts'
import { fileFeature, keptFileFeature } from './file/file.routes.ts'
import { listPreferenceFeature } from './list-preference/list-preference.routes.ts'
import { keptNoticeFeature, noticeFeature } from './notice/notice.routes.ts'
import { quartzFeature } from './quartz/quartz.routes.ts'
import { taskFeature } from './task/task.routes.ts'
import { welcomeFeature } from './welcome/welcome.routes.ts'

export const operationsFeatures: readonly Feature[] = [
  healthFeature,
  welcomeFeature,
  configFeature,
  customSettingFeature,
  listPreferenceFeature,
  devopsFeature,
  securityFeature,
  dictFeature,
  fileFeature,
  keptFileFeature,
  taskFeature,
  dataHistoryFeature,
  noticeFeature,
  keptNoticeFeature,
  quartzFeature,
  dataCleanFeature,
]
