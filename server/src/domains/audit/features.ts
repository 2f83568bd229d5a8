import type { Feature } from '../../platform/http/context.ts'
import { operLogFeature } from './audit/audit.routes.ts'
import { loginLogFeature } from './login-log/login-log.routes.ts'
import { onlineFeature } from './online/online.routes.ts'
import { statsFeature } from './stats/stats.routes.ts'
import { timelineFeature } from './timeline/timeline.routes.ts'

export const auditFeatures: readonly Feature[] = [operLogFeature, loginLogFeature, onlineFeature, statsFeature, timelineFeature]
