import { admin } from './permission/admin.ts'
import { apiClient } from './federation/api-client.ts'
import { apiItem } from './federation/api-item.ts'
import { app, appGroup } from './apps/app.ts'
import { appSetting } from './apps/app-setting.ts'
import { appVisit } from './apps/app-visit.ts'
import { operLog } from './audit/audit.ts'
import { appResource } from './apps/app-resource.ts'
import { appRole } from './apps/app-role.ts'
import { appUser } from './apps/app-user.ts'
import { authGroup } from './apps/auth-group.ts'
import { authorize } from './apps/authorize.ts'
import type { AnyCall } from './call.ts'
import { certificate } from './credentials/certificate.ts'
import { connect } from './federation/connect.ts'
import { config, health } from './operations/config.ts'
import { destination } from './federation/destination.ts'
import { diagnosis } from './federation/diagnosis.ts'
import { devops } from './operations/devops.ts'
import { dict } from './operations/dict.ts'
import { factor } from './credentials/factor.ts'
import { face } from './credentials/face.ts'
import { file } from './operations/file.ts'
import { dataHistory } from './operations/data-history.ts'
import { keptFile } from './operations/kept-file.ts'
import { keptNotice } from './operations/kept-notice.ts'
import { delegatedAdmin } from './permission/delegated-admin.ts'
import { importPlan } from './import.ts'
import { identityLink } from './credentials/identity-link.ts'
import { identityProvider } from './federation/identity-provider.ts'
import { incorrectLogin } from './sign-in/incorrect-login.ts'
import { userLabel } from './directory/label.ts'
import { loginLog } from './audit/login-log.ts'
import { menus } from './permission/menu.ts'
import { notice } from './operations/notice.ts'
import { online } from './audit/online.ts'
import { openapi } from './federation/openapi.ts'
import { org } from './directory/org.ts'
import { orgRange } from './directory/org-range.ts'
import { passkey } from './credentials/passkey.ts'
import { accountApps } from './apps/account-apps.ts'
import { userApp } from './apps/user-app.ts'
import { accountEmail } from './credentials/account-email.ts'
import { accountCheck, accountPhone } from './credentials/account-phone.ts'
import { accountDevices } from './sign-in/account-devices.ts'
import { accountSessions } from './sign-in/account-sessions.ts'
import { phone } from './credentials/phone.ts'
import { review } from './governance/review.ts'
import { workflow } from './governance/workflow.ts'
import { signInTest } from './federation/sign-in-test.ts'
import { push } from './provisioning/push.ts'
import { syncLog } from './provisioning/sync-log.ts'
import { role } from './permission/role.ts'
import { listPreference } from './operations/list-preference.ts'
import { customSetting } from './operations/custom-setting.ts'
import { orgSetting } from './directory/org-setting.ts'
import { scan } from './credentials/scan.ts'
import { security } from './operations/security.ts'
import { separation } from './permission/separation.ts'
import { self, signIn } from './sign-in/sign-in.ts'
import { saml, samlKey } from './federation/saml.ts'
import { oidcClient } from './federation/oidc-client.ts'
import { registration } from './federation/registration.ts'
import { appRequest } from './federation/app-request.ts'
import { accountConsents, resourceServer } from './federation/resource-server.ts'
import { signingKey } from './federation/signing-key.ts'
import { inbox } from './messages/inbox.ts'
import { sms } from './messages/sms.ts'
import { positionAttribute } from './directory/position-attribute.ts'
import { stats } from './audit/stats.ts'
import { businessLine } from './directory/business-line.ts'
import { task } from './task.ts'
import { timeline } from './audit/timeline.ts'
import { totp } from './credentials/totp.ts'
import { sync } from './provisioning/sync.ts'
import { ticket } from './sign-in/ticket.ts'
import { user } from './directory/user.ts'
import { impersonation } from './permission/impersonation.ts'
import { dataClean } from './operations/data-clean.ts'
import { quartz } from './operations/quartz.ts'
import { welcome } from './operations/welcome.ts'
import { workGroup } from './directory/work-group.ts'

/** Every call there is, by noun: what the printed lists, the OpenAPI document and the tests walk over. */
export const allCalls: Readonly<Record<string, Readonly<Record<string, AnyCall>>>> = {
  signIn,
  self,
  phone,
  passkey,
  totp,
  factor,
  identityLink,
  scan,
  face,
  inbox,
  sms,
  ticket,
  ownEmail: accountEmail,
  ownPhone: accountPhone,
  accountCheck,
  ownSession: accountSessions,
  ownDevice: accountDevices,
  certificate,
  config,
  security,
  health: { health },
  ownSetting: customSetting,
  listPreference,
  devops,
  dict,
  menus,
  notice,
  keptNotice,
  quartz,
  dataClean,
  welcome,
  timeline,
  destination,
  diagnosis,
  connect,
  identityProvider,
  org,
  orgRange,
  user,
  role,
  admin,
  gradeAdmin: delegatedAdmin,
  separation,
  viewing: impersonation,
  orgSetting,
  rank: positionAttribute.rank,
  title: positionAttribute.title,
  duty: positionAttribute.duty,
  post: positionAttribute.post,
  userLabel,
  stripe: businessLine,
  workGroup,
  app,
  appGroup,
  appSetting,
  appVisit,
  signingKey,
  saml,
  samlKey,
  oidcClient,
  registration,
  resourceServer,
  ownConsent: accountConsents,
  appRequest,
  rehearsal: signInTest,
  ownApp: accountApps,
  userApp,
  appRole,
  appResource,
  appUser,
  authorize,
  authGroup,
  apiClient,
  review,
  workflow,
  push,
  syncLog,
  sync,
  apiItem,
  importPlan,
  stats,
  loginLog,
  online,
  incorrectLogin,
  file,
  keptFile,
  dataHistory,
  task,
  operLog,
  openapi,
}
