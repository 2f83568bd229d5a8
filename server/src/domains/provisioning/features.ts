import type { Feature } from '../../platform/http/context.ts'
import { syncFeature } from './sync/sync.routes.ts'

export const provisioningFeatures: readonly Feature[] = [syncFeature]
