import type { Feature } from '../../platform/http/context.ts'
import { inboxFeature } from './inbox/inbox.routes.ts'
import { smsFeature } from './sms/sms.routes.ts'

export const messagesFeatures: readonly Feature[] = [inboxFeature, smsFeature]
