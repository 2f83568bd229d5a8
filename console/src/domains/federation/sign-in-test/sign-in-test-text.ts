import type { BlockerName, TestedScope } from '@hufu/contract/federation/sign-in-test'
import { acts, fields, named, outcomes, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

type Sentence = (about: string) => string
const blockers: Readonly<Record<BlockerName, Sentence>> = {
  protocolMissing: t(
    () => '该协议暂不支持登录',
    () => 'Sign-in by this protocol is not supported yet',
  ),
  appDisabled: t(
    () => '应用已停用，请先在应用列表中启用',
    () => 'The application is disabled; first enable it in the list of applications',
  ),
  noAddress: t(
    () => '没有登记登录后返回的地址，请在“登录与回调”中填写',
    () => 'No address to return to after sign-in is registered; enter it in “Sign-in and redirects”',
  ),
  addressUnknown: t(
    about => `地址未登记，登录请求会被拒绝：${about}`,
    about => `The address is not registered, so the sign-in request will be refused: ${about}`,
  ),
  noMetadata: t(
    () => '还没有导入应用的元数据，请在“对方”中导入',
    () => 'The metadata of the application have not been imported; import them in “Service provider”',
  ),
  addressOfAnother: t(
    about => `该地址属于应用“${about}”，将登录到那里`,
    about => `The address belongs to the application “${about}”; users would be signed in there`,
  ),
  personDisabled: t(
    () => '该用户已停用或已过有效期',
    () => 'The user is disabled or has expired',
  ),
  noAccess: t(
    () => '没有打开该应用的权限，原因见下方途径',
    () => 'The user may not open this application; see below for the reason',
  ),
  changePassword: t(
    () => '须先修改密码才能打开应用',
    () => 'The user must change their password before they can open the application',
  ),
  secondFactor: t(
    () => '他的角色要求二次验证，登录时须完成',
    () => 'Their role requires a second factor, which they have to present at sign-in',
  ),
  ipWhitelist: t(
    about => `只能从指定的网络打开：${about}`,
    about => `It can only be opened from certain networks: ${about}`,
  ),
  noSecret: t(
    () => '没有有效的客户端密钥，应用只能作为公开客户端（仅 PKCE）换取令牌',
    () => 'There is no valid client secret, so the application can only get tokens as a public client (PKCE alone)',
  ),
  accountMissing: t(
    about => `没有可用的“${about}”，应用无法识别该用户${about === fields.email ? '（邮箱须已验证且不与他人重复）' : ''}`,
    about =>
      `There is no usable “${about}”, so the application cannot recognise the user${about === fields.email ? ' (an e-mail address must be verified and not shared with others)' : ''}`,
  ),
  accountShared: t(
    about => `还有其他用户在该应用内的账号也是“${about}”，应用无法区分他们，不能登录`,
    about => `Other users too have the account “${about}” in this application; it cannot tell them apart, so they cannot sign in`,
  ),
  claimEmpty: t(
    about => `以下属性没有值，不会发送：${about}`,
    about => `These attributes have no value and will not be sent: ${about}`,
  ),
}
const scopes: Readonly<Record<TestedScope, string>> = {
  openid: t('身份（openid）', 'Identity (openid)'),
  profile: t('基本资料（profile）', 'Profile (profile)'),
  email: t('邮箱（email）', 'E-mail (email)'),
  phone: t('手机号（phone）', 'Phone number (phone)'),
  org: t('机构与任职（org）', 'Organisation and jobs (org)'),
  roles: t('应用角色（roles）', 'Application roles (roles)'),
  groups: t('权限组（groups）', 'Permission groups (groups)'),
  offline_access: t('离线访问（offline_access）', 'Offline access (offline_access)'),
}

/** Sentences of the sign-in test. */
export const text = {
  title: acts.testSignIn,
  about: t(
    '查看某个用户此刻登录该应用时，应用会收到什么。不会以他的身份登录，不产生会话、授权码、令牌或票据；测试会记入操作日志。',
    'See what the application would receive if a user signed in to it now. Nobody is signed in: there is no session, no code, no token and no ticket. The test is recorded in the operation log.',
  ),
  person: t(things.user, 'User'),
  choose: t(acts.chooseUser, 'Choose a user'),
  again: t('重新选择', 'Choose again'),
  address: fields.redirectUri,
  service: fields.serviceUrl,
  serviceHint: t('可以填写登记地址之下的具体页面', 'May be a page below a registered address'),
  scopes: t('请求范围（scope）', 'Scopes asked for'),
  scopeNames: scopes,
  run: acts.test,
  hint: t('选择用户后点击“测试”。', `Choose a user, then click “${acts.test}”.`),
  open: t('可以登录', 'Can sign in'),
  closed: t('不能登录', 'Cannot sign in'),
  known: t(
    (account: string) => `应用内账号：${account}`,
    account => `Account in the application: ${account}`,
  ),
  roles: t(
    (names: string) => `角色：${names}`,
    names => `Roles: ${names}`,
  ),
  checklist: t('检查结果', 'Findings'),
  stops: t('阻止登录', 'Blocks sign-in'),
  notes: t('请留意', 'Note'),
  clear: t('没有发现问题', 'Nothing found'),
  hurdles: blockers,
  listing: t(
    (of: readonly string[]) => of.join('、'),
    of => of.join(', '),
  ),
  paths: t(fields.path, 'Granted through'),
  sent: t('应用会收到', 'What the application receives'),
  unsigned: t(
    '以下只是内容：没有签名，也没有对应的授权码或票据，不能用来登录。尖括号处在真实登录时才有值。',
    'Content only: it is not signed, and no code or ticket belongs to it, so it cannot be used to sign in. What stands in angle brackets has a value only at a real sign-in.',
  ),
  redirect: t('浏览器前往', 'The browser goes to'),
  header: t('ID 令牌：头部', 'ID token: header'),
  claims: t('ID 令牌：声明', 'ID token: claims'),
  userinfo: t('用户信息（userinfo）', 'User info (userinfo)'),
  nowhere: t(
    '不会离开登录页：向用户显示原因和应联系的管理员。',
    'The user stays on the sign-in page and is told the reason and which administrator to ask.',
  ),
  lives: fields.validity,
  life: {
    code: t('授权码', 'Code'),
    idToken: t('ID 令牌', 'ID token'),
    accessToken: t('访问令牌', 'Access token'),
    refreshToken: t('刷新令牌', 'Refresh token'),
    ticket: t('票据', 'Ticket'),
  },
  seconds: t(
    (n: number) => (n % 86_400 === 0 ? named.days(n / 86_400) : n % 60 === 0 ? named.minutes(n / 60) : `${n} 秒`),
    n => (n % 86_400 === 0 ? named.days(n / 86_400) : n % 60 === 0 ? named.minutes(n / 60) : plural(n, 'second')),
  ),
  third: t('CAS 3.0：/p3/serviceValidate', 'CAS 3.0: /p3/serviceValidate'),
  second: t('CAS 2.0：/serviceValidate', 'CAS 2.0: /serviceValidate'),
  first: t('CAS 1.0：/validate', 'CAS 1.0: /validate'),
  copy: acts.copy,
  copied: outcomes.copied,
} as const
