/**
 * Left-out calls that delegated administrators cannot make: those of everybody, of holders of system roles, and of super
 * administrators.
 */
export const leftOutOfOthers: Readonly<Record<string, readonly string[]>> = {
  'nobody is signed in yet: what is proven decides who comes in, and changes nobody’s rights': [
    'signIn.login', 'signIn.loginRemembered', 'signIn.forgetDevice', 'phone.sendCode', 'phone.login', 'phone.check', 'phone.recover',
    'passkey.signIn', 'factor.secondStep', 'scan.doLogin', 'scan.bindAccount', 'scan.mockConfirm', 'face.check', 'face.login',
    'ticket.login', 'ticket.loginByCode', 'certificate.login', 'certificate.loginByProxy',
  ],
  'a ticket signs in whomever it is asked for, so super administrators alone give this call (decision 0031)': ['ticket.create'],
  'super administrators alone: they hold everything, so nothing they give is more': [
    'config.update', 'config.refresh', 'config.refreshById', 'config.decryptValue', 'ownSetting.save', 'ownSetting.remove',
    'dict.saveType', 'dict.updateType', 'dict.removeType', 'dict.save', 'dict.update', 'dict.remove', 'dict.setStatus', 'dict.refresh', 'dict.saveOrder',
    'menus.save', 'menus.setStatus', 'menus.remove', 'menus.setStatuses', 'menus.restore', 'menus.setGradeShow',
    'keptNotice.save', 'keptNotice.remove', 'keptNotice.setStatus', 'keptNotice.setSortNum', 'keptNotice.saveOrder',
    'quartz.save', 'quartz.update', 'quartz.remove', 'quartz.setStatus', 'quartz.run', 'dataClean.update', 'dataClean.execute', 'user.sm4',
    'viewing.begin', 'viewing.end', 'signingKey.rotate', 'samlKey.add', 'samlKey.moveApp', 'samlKey.withdraw',
    'workflow.save', 'workflow.update', 'workflow.remove', 'workflow.setStatus', 'workflow.saveDesign', 'workflow.deploy',
    'apiItem.save', 'apiItem.update', 'apiItem.remove', 'apiItem.setStatus', 'apiItem.refresh', 'keptFile.remove',
    'dataHistory.restore', 'dataHistory.restoreBulk',
  ],
  'each change goes back through its own call, with the rights for that call (operations/data-history/timeline-restore.test.ts)': [
    'dataHistory.restoreOfUser', 'dataHistory.restoreOfOrg', 'dataHistory.restoreOfApp', 'dataHistory.restoreOfRole', 'dataHistory.restoreOfAppRole',
  ],
  'asks a super administrator to take a change back, and changes nothing itself': ['dataHistory.askRestore'],
  'settings of the whole system and of applications: they name nobody; what they rest and wake was given by who held it': [
    'security.updatePassword', 'security.updateIp', 'security.updateLoginWindow', 'security.updateBase', 'security.confirmTrial', 'security.endTrial',
    'appSetting.update', 'appSetting.testPush', 'push.updateSetting', 'push.align', 'push.release', 'review.saveSetting',
  ],
  'where a provider makes accounts is compared like a job when it is set, and again when one is made (identity-provider/place.test.ts)': [
    'identityProvider.save', 'identityProvider.update', 'identityProvider.remove', 'identityProvider.setStatus', 'identityProvider.test',
  ],
  'the three segregated roles have rules of their own (permission/separation/giving.test.ts)': ['separation.appoint', 'separation.dismiss'],
  'which calls a system is given: only by who could make them everywhere (federation/api-client/api-client.test.ts); what it does with them is thrown': [
    'apiClient.save', 'apiClient.update', 'apiClient.remove', 'apiClient.setStatus', 'apiClient.resetSecret', 'apiClient.saveApi', 'apiClient.saveScim', 'apiClient.openScim',
  ],
  'what a source brings is compared, when it is written, with whoever keeps its task (provisioning/sync/sync-rules.test.ts)': [
    'sync.save', 'sync.update', 'sync.remove', 'sync.setStatus', 'sync.testConnect', 'sync.preview', 'sync.uploadFile', 'sync.run', 'sync.exportPlan',
    'sync.release', 'sync.discard', 'sync.resolve', 'sync.relink', 'sync.relinkAll', 'syncLog.retry', 'syncLog.exportExcel',
  ],
} // prettier-ignore
