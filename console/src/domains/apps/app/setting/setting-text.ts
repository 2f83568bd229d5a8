import { fields, named, outcomes, problems, things } from '@hufu/contract/text'
import { text as appText } from '../../../../pickers/app-text.ts'
import { t } from '@hufu/contract/language'

/** Sentences of /app/appSetting. */
export const text = {
  title: things.appSettings,
  description: t(
    '每个应用自己的令牌有效期、访问来源限制、单点退出与变更推送。',
    'For each application: how long tokens last, from where it can be used, single sign-out and the push of changes.',
  ),
  app: t(things.app, 'Application'),
  choose: problems.appNotChosen,
  chooseHint: t('在上方选择一个应用，查看和调整它的设置。', 'Choose an application above to see and change its settings.'),
  noneHint: t('先在应用列表中新增应用。', 'First add one in the list of applications.'),
  saved: outcomes.saved,
  on: appText.form.on,
  off: appText.form.off,
  session: t(things.signIn, 'Sign-in'),
  tokenSeconds: t('令牌有效期', 'Tokens last'),
  seconds: appText.form.seconds,
  tokenAlg: t('ID 令牌签名算法', 'Signing algorithm of ID tokens'),
  tokenAlgHint: t(
    '应用一侧须支持所选算法；更改后新签发的令牌立即使用',
    'The application must support it; tokens issued after the change use it at once',
  ),
  tokenAlgs: {
    RS256: t('RS256（通用）', 'RS256 (general)'),
    ES256: 'ES256',
    SM2: t(
      'SM2（国密，非标准名称，需应用一侧专门支持）',
      'SM2 (Chinese national standard, no standard name; the application must support it)',
    ),
  },
  tokenHint: t(
    (lasts: string) =>
      `${lasts === '' ? '' : `${lasts}；`}60 至 86400 秒；到期后应用用刷新令牌换取新的令牌，停用用户或取消授权最迟在此时间后生效`,
    lasts =>
      `${lasts === '' ? '' : `${lasts}. `}60 to 86400 seconds. Afterwards the application gets new tokens with its refresh token; disabling a user or revoking a grant takes effect within this time at the latest`,
  ),
  lasts: t(
    (words: string) => `约 ${words}`,
    words => `About ${words}`,
  ),
  minutes: named.minutes,
  hours: t(
    (count: number) => `${count} 小时`,
    count => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  ),
  outOfRange: t('令牌有效期应为60至86400秒', 'Tokens must last 60 to 86400 seconds'),
  singleLogout: t('单点退出', 'Single sign-out'),
  singleLogoutHint: t('用户退出本系统时通知该应用一并退出', 'When users sign out here, the application is told to sign them out too'),
  asksJob: t('选择任职', 'Ask for the job'),
  asksJobHint: t(
    '有多个任职的用户每次登录后首次进入该应用时选择以哪个任职进入；关闭时以主职进入。令牌和 CAS 属性中的“本次任职”随之变化',
    'Users with several jobs choose one when they first open the application after each sign-in; otherwise they come with their main job. The current job in tokens and CAS attributes follows',
  ),
  ipWhitelist: fields.ipAllowList,
  ipHint: t(
    '每行一条：地址、网段（10.0.0.0/8）或区间（10.0.0.1-10.0.0.9）；只有来自这些地址的用户能登录该应用，留空不限制',
    'One per line: an address, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9). Users can only sign in to the application from these; leave empty for no limit',
  ),
  push: t('变更推送', 'Push of changes'),
  openPush: t('推送组织与用户变更', 'Push changes of organisations and users'),
  openPushHint: t(
    '登记接收变更的地址，并可发送测试；自动推送随同步功能启用。请求头 X-Hufu-Sign 是正文的 HMAC-SHA256 签名',
    'The address that receives changes; a test can be sent to it. Changes are pushed by themselves once synchronisation is in use. The header X-Hufu-Sign is the HMAC-SHA256 signature of the body',
  ),
  pushUrl: fields.pushUrl,
  pushUrlHint: t('http 或 https 地址，可以是内网地址；不跟随跳转', 'An http or https address, may be internal; redirects are not followed'),
  pushUrlProblem: t('推送地址格式不正确', 'The push address is not in the right format'),
  pushObject: fields.pushObject,
  pushObjects: {
    '': t('请选择', 'Choose'),
    org: t(things.org, 'Organisations'),
    user: t(things.user, 'Users'),
    all: t('机构与用户', 'Organisations and users'),
  },
  pushSecret: t('推送密钥', 'Push secret'),
  pushSecretSet: outcomes.unchangedIfEmpty,
  pushSecretNew: t('16 至 128 个字母、数字或符号', '16 to 128 letters, digits or symbols'),
  pushSecretHint: t(
    '用于签名，应用一侧用同一密钥验证；保存后不再显示',
    'Signs what is pushed; the application checks the signature with the same secret. Not shown again once saved',
  ),
  pushSecretProblem: t('推送密钥应为16至128个字母、数字或符号', 'The push secret must have 16 to 128 letters, digits or symbols'),
  make: t('生成', 'Generate'),
  test: t('发送测试推送', 'Send test push'),
  testHint: t(
    '按已保存的设置向推送地址发送一条签名的测试消息，最多等待 10 秒。',
    'Sends a signed test message to the push address as it was last saved, and waits at most 10 seconds.',
  ),
  testAfterSave: t('有未保存的修改，保存后再测试', 'There are unsaved changes; save them before you test'),
  testNeeds: t('请先保存推送地址和推送密钥', 'First save the push address and the push secret'),
  turnOffTitle: t('关闭变更推送？', 'Switch off the push of changes?'),
  turnOffText: t(
    '关闭后应用不再收到机构和用户的变更，两边的数据会逐渐不一致。',
    'The application will no longer be told of changes of organisations and users, and the data on both sides will drift apart.',
  ),
  turnOff: t('关闭并保存', 'Switch off and save'),
} as const
