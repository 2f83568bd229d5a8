import { app } from '@hufu/contract/apps/app'
import { appRole } from '@hufu/contract/apps/app-role'
import { timeline } from '@hufu/contract/audit/timeline'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { role } from '@hufu/contract/permission/role'

export type TimelineName = keyof typeof timeline

/** By timeline: the calls that take an entry back, and the record that the page shows beside it. */
export const restoreCalls = {
  ofUser: { preview: dataHistory.previewOfUser, restore: dataHistory.restoreOfUser, shown: [user.byId, user.rights] },
  ofOrg: { preview: dataHistory.previewOfOrg, restore: dataHistory.restoreOfOrg, shown: [org.byId] },
  ofApp: { preview: dataHistory.previewOfApp, restore: dataHistory.restoreOfApp, shown: [app.byId] },
  ofRole: { preview: dataHistory.previewOfRole, restore: dataHistory.restoreOfRole, shown: [role.page] },
  ofAppRole: { preview: dataHistory.previewOfAppRole, restore: dataHistory.restoreOfAppRole, shown: [appRole.byId, appRole.list] },
} as const
