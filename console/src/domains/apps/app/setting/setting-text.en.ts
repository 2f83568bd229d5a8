import type { Translated } from '@hufu/contract/language'
import { acts, faults, fields, named, outcomes, things } from '@hufu/contract/text'
import { text as appText } from '../../../../pickers/app-text.ts'
import type { text as chinese } from './setting-text.ts'

export const text: Translated<typeof chinese> = {
  title: things.appSettings,
  description: 'For each application: how long tokens last, from where it can be used, single sign-out and the push of changes.',
  app: 'Application',
  choose: faults.appNotChosen,
  chooseHint: 'Choose an application above to see and change its settings.',
  noneHint: 'First add one in the list of applications.',
  save: acts.save,
  reset: appText.form.reset,
  saved: outcomes.saved,
  on: appText.form.on,
  off: appText.form.off,
  session: 'Sign-in',
  tokenSeconds: 'Tokens last',
  seconds: appText.form.seconds,
  tokenAlg: 'Signing algorithm of ID tokens',
  tokenAlgHint: 'The application must support it; tokens issued after the change use it at once',
  tokenAlgs: {
    RS256: 'RS256 (general)',
    ES256: 'ES256',
    SM2: 'SM2 (Chinese national standard, no standard name; the application must support it)',
  },
  tokenHint: lasts =>
    `${lasts === '' ? '' : `${lasts}. `}60 to 86400 seconds. Afterwards the application gets new tokens with its refresh token; disabling a user or revoking a grant takes effect within this time at the latest`,
  lasts: words => `About ${words}`,
  minutes: named.minutes,
  hours: count => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  outOfRange: 'Tokens must last 60 to 86400 seconds',
  singleLogout: 'Single sign-out',
  singleLogoutHint: 'When users sign out here, the application is told to sign them out too',
  asksJob: 'Ask for the job',
  asksJobHint:
    'Users with several jobs choose one when they first open the application after each sign-in; otherwise they come with their main job. The current job in tokens and CAS attributes follows',
  ipWhitelist: fields.ipAllowList,
  ipHint:
    'One per line: an address, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9). Users can only sign in to the application from these; leave empty for no limit',
  push: 'Push of changes',
  openPush: 'Push changes of organisations and users',
  openPushHint:
    'The address that receives changes; a test can be sent to it. Changes are pushed by themselves once synchronisation is in use. The header X-Hufu-Sign is the HMAC-SHA256 signature of the body',
  pushUrl: fields.pushUrl,
  pushUrlHint: 'An http or https address, may be internal; redirects are not followed',
  pushUrlProblem: 'The push address is not in the right format',
  pushObject: fields.pushObject,
  pushObjects: { '': 'Choose', org: 'Organisations', user: 'Users', all: 'Organisations and users' },
  pushSecret: 'Push secret',
  pushSecretSet: outcomes.unchangedIfEmpty,
  pushSecretNew: '16 to 128 letters, digits or symbols',
  pushSecretHint: 'Signs what is pushed; the application checks the signature with the same secret. Not shown again once saved',
  pushSecretProblem: 'The push secret must have 16 to 128 letters, digits or symbols',
  make: 'Generate',
  test: 'Send test push',
  testHint: 'Sends a signed test message to the push address as it was last saved, and waits at most 10 seconds.',
  testAfterSave: 'There are unsaved changes; save them before you test',
  testNeeds: 'First save the push address and the push secret',
  turnOffTitle: 'Switch off the push of changes?',
  turnOffText: 'The application will no longer be told of changes of organisations and users, and the data on both sides will drift apart.',
  turnOff: 'Switch off and save',
}
