import type { Feature } from '../../platform/http/turn.ts'
import { smsFeature } from './sms/sms.routes.ts'

export const messagesFeatures: readonly Feature[] = [smsFeature]
