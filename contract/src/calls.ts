import { admin } from './admin.ts'
import { apiClient } from './api-client.ts'
import { app, appGroup } from './app.ts'
import { appSetting } from './app-setting.ts'
import { appVisit } from './app-visit.ts'
import { operLog } from './audit.ts'
import { appResource } from './app-resource.ts'
import { appRole } from './app-role.ts'
import { appUser } from './app-user.ts'
import { authGroup } from './auth-group.ts'
import { authorize } from './authorize.ts'
import type { AnyCall } from './call.ts'
import { certificate } from './certificate.ts'
import { config, health } from './config.ts'
import { factor } from './factor.ts'
import { face } from './face.ts'
import { file } from './file.ts'
import { keptFile } from './kept-file.ts'
import { gradeAdmin } from './grade-admin.ts'
import { importPlan } from './import.ts'
import { incorrectLogin } from './incorrect-login.ts'
import { userLabel } from './label.ts'
import { loginLog } from './login-log.ts'
import { menus } from './menu.ts'
import { notice } from './notice.ts'
import { online } from './online.ts'
import { openapi } from './openapi.ts'
import { org, orgRange } from './org.ts'
import { passkey } from './passkey.ts'
import { ownApp } from './own-app.ts'
import { userApp } from './user-app.ts'
import { ownEmail } from './own-email.ts'
import { accountCheck, ownPhone } from './own-phone.ts'
import { ownDevice } from './own-device.ts'
import { ownSession } from './own-session.ts'
import { phone } from './phone.ts'
import { rehearsal } from './rehearsal.ts'
import { role } from './role.ts'
import { orgSetting } from './org-setting.ts'
import { scan } from './scan.ts'
import { security } from './security.ts'
import { separation } from './separation.ts'
import { self, signIn } from './sign-in.ts'
import { signingKey } from './signing-key.ts'
import { sms } from './sms.ts'
import { standing } from './standing.ts'
import { stats } from './stats.ts'
import { stripe } from './stripe.ts'
import { task } from './task.ts'
import { totp } from './totp.ts'
import { ticket } from './ticket.ts'
import { user } from './user.ts'
import { viewing } from './viewing.ts'
import { welcome } from './welcome.ts'
import { workGroup } from './work-group.ts'

/** Every call there is, by noun: what the printed lists, the OpenAPI document and the tests walk over. */
export const allCalls: Readonly<Record<string, Readonly<Record<string, AnyCall>>>> = {
  signIn,
  self,
  phone,
  passkey,
  totp,
  factor,
  scan,
  face,
  sms,
  ticket,
  ownEmail,
  ownPhone,
  accountCheck,
  ownSession,
  ownDevice,
  certificate,
  config,
  security,
  health: { health },
  menus,
  notice,
  welcome,
  org,
  orgRange,
  user,
  role,
  admin,
  gradeAdmin,
  separation,
  viewing,
  orgSetting,
  rank: standing.rank,
  title: standing.title,
  duty: standing.duty,
  post: standing.post,
  userLabel,
  stripe,
  workGroup,
  app,
  appGroup,
  appSetting,
  appVisit,
  signingKey,
  rehearsal,
  ownApp,
  userApp,
  appRole,
  appResource,
  appUser,
  authorize,
  authGroup,
  apiClient,
  importPlan,
  stats,
  loginLog,
  online,
  incorrectLogin,
  file,
  keptFile,
  task,
  operLog,
  openapi,
}
