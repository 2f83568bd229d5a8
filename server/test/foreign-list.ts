/** Changing calls in which nothing can name another branch, reviewed, with the reason. */
export const exemptCalls: Readonly<Record<string, readonly string[]>> = {
  'nobody is signed in yet: what is proven decides, and the tests of each way of signing in hold it': [
    'certificate.login', 'certificate.loginByProxy', 'face.check', 'face.login', 'factor.secondStep', 'passkey.signIn', 'phone.check', 'phone.login',
    'phone.recover', 'phone.sendCode', 'scan.bindAccount', 'scan.doLogin', 'scan.mockConfirm', 'signIn.forgetDevice', 'signIn.login',
    'signIn.loginRemembered', 'ticket.login', 'ticket.loginByCode',
  ],
  'acts upon the account or the session of the caller alone': [
    'certificate.bind', 'certificate.unbind', 'ownEmail.bind', 'ownEmail.sendCode', 'ownPhone.bind', 'ownPhone.prove', 'ownPhone.unbind',
    'ownSession.endOthers', 'inbox.readAll', 'listPreference.saveColumns', 'listPreference.saveViews', 'scan.unbindWx', 'scan.unbindZfb', 'self.setForcedPassword', 'signIn.logout', 'signIn.rememberDevice',
    'ticket.createCode', 'totp.begin', 'totp.confirm', 'totp.remove', 'totp.renewCodes',
  ],
  'makes something new that names nothing else': [
    'sync.uploadFile', 'apiClient.save', 'appGroup.save', 'authGroup.save', 'duty.save', 'duty.takeCodes', 'duty.takeStandard', 'file.upload', 'file.uploadPicture',
    'post.save', 'post.takeCodes', 'post.takeStandard', 'rank.save', 'rank.takeCodes', 'rank.takeStandard', 'role.save', 'title.save',
    'title.takeCodes', 'title.takeStandard',
  ],
  'settings and logs of the whole system, narrowed by time alone': [
    'operLog.exportEvidence', 'operLog.exportExcel', 'operLog.prove', 'security.confirmTrial', 'security.endTrial', 'security.updateBase',
    'security.updateIp', 'security.updateLoginWindow', 'security.updatePassword', 'separation.agree', 'separation.withdraw', 'sms.exportExcel', 'syncLog.exportExcel',
  ],
} // prettier-ignore
