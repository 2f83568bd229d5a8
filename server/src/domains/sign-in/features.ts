import type { Feature } from '../../platform/http/context.ts'
import { incorrectLoginFeature } from './incorrect-login/incorrect-login.routes.ts'
import { accountDevicesFeature, accountSessionsFeature } from './account-sessions/account-sessions.routes.ts'
import { selfFeature } from './sign-in/self.routes.ts'
import { signInFeature } from './sign-in/sign-in.routes.ts'
import { ticketFeature } from './ticket/ticket.routes.ts'

export const signInFeatures: readonly Feature[] = [
  signInFeature,
  selfFeature,
  ticketFeature,
  accountSessionsFeature,
  accountDevicesFeature,
  incorrectLoginFeature,
]
