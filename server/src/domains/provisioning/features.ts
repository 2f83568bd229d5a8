import type { Feature } from '../../platform/http/context.ts'
import { pushFeature } from './push/push.routes.ts'
import { syncFeature } from './sync/sync.routes.ts'
import { syncLogFeature } from './sync-log/sync-log.routes.ts'

export const provisioningFeatures: readonly Feature[] = [syncFeature, syncLogFeature, pushFeature]
