import type { Feature } from '../../platform/http/context.ts'
import { smsFeature } from './sms/sms.routes.ts'

export const messagesFeatures: readonly Feature[] = [smsFeature]
