import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of the tabs about OpenID Connect and resource servers. */
export const text = {
  saved: outcomes.saved,
  on: acts.enable,
  off: states.off,
  sections: {
    request: t('登录请求', 'Sign-in requests'),
    told: t('告知的信息', 'What is told'),
    leaving: t('退出时的通知', 'Notice of sign-out'),
    client: t('应用如何证明身份', 'How the application proves itself'),
  },
  pkce: 'PKCE',
  pkceHint: t(
    '防止授权码被截取后使用。仅当应用确实不支持时改为 nonce，防护较弱；没有密钥的应用必须使用 PKCE',
    'Keeps an intercepted authorisation code from being used. Allow nonce instead only where the application really does not support PKCE, as it protects less; applications without a secret must use PKCE',
  ),
  pkces: { required: t('必须使用', 'Required'), nonce: t('可用 nonce 代替', 'nonce will do') },
  offline: t('允许长期访问', 'Allow long-term access'),
  offlineHint: t(
    '应用请求 offline_access 时直接给予，用户退出后仍可访问最长30天；关闭时须由应用以 prompt=consent 请求',
    'Given at once when the application asks for offline_access, which then lasts up to 30 days after the user signs out; when off, the application has to ask with prompt=consent',
  ),
  ciba: t('可向用户发起请求（CIBA）', 'May send requests to users (CIBA)'),
  cibaHint: t(
    '用于呼叫中心、自助终端等用户不在应用跟前的场景：应用报出账号，用户在自己的浏览器中验证身份并同意后，应用才获得令牌；应用须有密钥或公钥，且未按 FAPI 2.0 要求',
    'For call centres, kiosks and wherever the user is not in front of the application: it names an account, and is given tokens once the user has proven themselves and agreed in a browser of their own; it needs a secret or a key, and must not be held to FAPI 2.0',
  ),
  scopes: t('可请求的范围（scope）', 'Scopes that can be asked for'),
  scopesHint: t(
    '应用登录时最多可获知这些信息，超出部分不给予；不勾选任何一项表示不限制',
    'The most the application is told at sign-in; what goes beyond is not given. With none ticked, there is no limit',
  ),
  scopeNames: {
    openid: t('识别身份', 'Recognising the user'),
    profile: t('姓名、账号与工号', 'Name, account and employee number'),
    email: fields.email,
    phone: fields.phone,
    org: t('机构与任职', 'Organisation and jobs'),
    roles: t('在该应用中的角色', 'Roles in this application'),
    groups: t(things.permissionGroup, 'Permission groups'),
    offline_access: t('长期访问', 'Long-term access'),
  },
  asksConsent: t('须用户本人同意', 'Users have to consent'),
  asksConsentHint: t(
    '首次登录时向用户说明将告知的信息并征得同意，用户可在“我的应用”中撤销；访问资源服务时总是征得同意',
    'At the first sign-in users are shown what will be told and asked for consent, which they can withdraw in “My applications”; for resource servers consent is always asked',
  ),
  frontchannel: t('前端退出地址', 'Front-channel logout address'),
  frontchannelHint: t(
    '仅用于只能由浏览器通知的应用，留空则不使用：用户退出时，退出页以隐藏框架打开该地址。只有应用与本系统在同一域名之下（如都属于 example.com）时，浏览器才会带上应用的 Cookie；是否退出成功无法得知。能由服务器通知的应用请改用“后台退出通知地址”。须与某个回调地址同源，且允许被嵌入',
    'Only for applications that nothing but a browser can tell; leave it empty otherwise. When the user signs out, the sign-out page opens this address in a hidden frame. The browser sends the cookies of the application only where it lies under the same domain as this system (both under example.com, for instance), and whether it worked cannot be known. Where a server can be told, use the “Back-channel sign-out address” instead. It must have the origin of a redirect address and allow being framed',
  ),
  authMethod: t('身份证明方式', 'Proof of identity'),
  authMethodHints: {
    secret: t(
      '适用于大多数应用；须妥善保管密钥，避免因日志或配置泄露',
      'For most applications; the secret has to be kept out of logs and settings that others read',
    ),
    key: t(
      '不传送密钥，密钥不会因日志或配置泄露；改用后原密钥不再有效',
      'No secret is sent, so none can leak through logs or settings; the former secret is no longer valid then',
    ),
    tls: t(
      '用于已有内部 CA、服务之间使用双向 TLS 的环境（如金融、政务）：应用连接时出示 CA 签发的证书，本系统核对证书主体，令牌只有持同一证书者才能使用；证书到期重新签发不必在此更换',
      'For environments with a CA of their own and mutual TLS between services, such as banks and authorities: the application shows a certificate the CA issued, its subject is checked, and tokens can only be used with the same certificate; a renewed certificate need not be changed here',
    ),
    selfSigned: t(
      '用于没有 CA 而又要求双向 TLS 的应用：应用连接时出示自己签发的证书，本系统核对是否为下面登记的证书，令牌只有持同一证书者才能使用；更换证书时可先登记新旧两张',
      'For applications that must use mutual TLS without a CA: the application shows a certificate it issued itself, which has to be one of those registered below, and tokens can only be used with the same certificate; register the old and the new one while you change them',
    ),
  },
  mtlsOff: t(
    '部署时设置双向 TLS 的地址（HUFU_MTLS_URL）后，应用才能以证书证明身份。',
    'Applications can prove themselves by certificate once an address for mutual TLS (HUFU_MTLS_URL) is set for this installation.',
  ),
  certificates: t('应用的证书（PEM）', 'Certificates of the application (PEM)'),
  certificatesHints: {
    tls: t(
      '一张证书，本系统取其主体；签发的 CA 及吊销列表在系统配置“第三方登录”中登记',
      'One certificate, for its subject; the CA and its revocation lists are registered in the configuration under “Third-party sign-in”',
    ),
    selfSigned: t(
      '最多5张，不要包含私钥；过了有效期的证书不再接受',
      'At most 5, without private keys; a certificate that has ended is not accepted',
    ),
  },
  authMethods: {
    secret: t('密钥（client_secret）', 'Secret (client_secret)'),
    key: t('公钥（private_key_jwt）', 'Public key (private_key_jwt)'),
    tls: t('CA 签发的证书（tls_client_auth）', 'Certificate issued by a CA (tls_client_auth)'),
    selfSigned: t('自签名证书（self_signed_tls_client_auth）', 'Self-signed certificate (self_signed_tls_client_auth)'),
  },
  signedRequest: t('登录请求须签名', 'Signed sign-in requests required'),
  signedRequestHint: t(
    '应用以自己的私钥签名登录请求（JAR，RFC 9101），防止请求途中被篡改；开启后未签名的请求一律拒绝',
    'The application signs its requests with its own key (JAR, RFC 9101), so that nobody changes them on the way. Once on, unsigned requests are refused.',
  ),
  signedResponse: t('登录应答须签名', 'Sign-in answers must be signed'),
  signedResponseHint: t(
    '应用只接受签名的登录应答（JARM），防止授权码被替换；开启后应用须以 response_mode=jwt 请求',
    'The application takes only signed answers (JARM), so that nobody can swap the code; it then has to ask with response_mode=jwt',
  ),
  signedIntrospection: t('自省应答须签名', 'Introspection answers must be signed'),
  signedIntrospectionHint: t(
    '令牌自省结果以签名的 JWT 返回（RFC 9701），可留作证据；开启后未声明接受 JWT 的查询一律拒绝',
    'What is said about a token is returned as a signed JWT (RFC 9701) that can be kept as evidence; requests that do not accept one are then refused',
  ),
  jwks: t('应用的公钥（JWKS）', 'Public keys of the application (JWKS)'),
  jwksHint: t('形如 {"keys":[…]}，只含公钥，最多5个', 'Written like {"keys":[…]}, public keys only, at most 5'),
  fapi: t('按 FAPI 2.0 要求', 'Follow FAPI 2.0'),
  fapiHint: t(
    '用于金融等高安全要求：登录请求须先推送（PAR），令牌绑定应用的密钥（DPoP），应用须以公钥或证书证明身份（出示证书的，令牌绑定该证书），ID令牌以 ES256 签名',
    'For high security such as in finance: sign-in requests are pushed first (PAR), tokens are bound to a key of the application (DPoP), the application proves itself by a public key or a certificate (tokens are then bound to the certificate), and ID tokens are signed with ES256',
  ),
  fapiAlg: t(
    (now: string, then: string) => `ID令牌现以 ${now} 签名，保存后改为 ${then}；请确认应用支持。`,
    (now, then) => `ID tokens are signed with ${now} now and with ${then} once this is saved; check that the application can verify it.`,
  ),
  identifier: t('资源标识', 'Resource identifier'),
  identifierHint: t(
    '资源服务的地址，如 https://mcp.example.com/mcp；客户端以 resource 参数指明，令牌只对它有效',
    'Address of the resource server, such as https://mcp.example.com/mcp; clients name it in the parameter resource, and the token is valid for it alone',
  ),
  tokenFormat: t('访问令牌', 'Access tokens'),
  tokenFormatHint: t(
    '自省：每次向本系统查询，撤销立即生效；自验：资源服务自行验证签名，最长5分钟，也可自省',
    'Introspection: asked of this system each time, so a withdrawal works at once; self-contained: the resource server checks the signature itself, valid for 5 minutes at most, introspection works too',
  ),
  tokenFormats: { opaque: t('不透明（自省）', 'Opaque (introspection)'), jwt: t('JWT（自验）', 'JWT (self-contained)') },
  resourceScopes: t('权限范围', 'Scopes'),
  resourceScopesHint: t(
    '名称由资源服务约定；中文名称和说明在征求用户同意时显示',
    'Names are up to the resource server; the Chinese name and the explanation are shown when users are asked for consent',
  ),
  scopeName: fields.name,
  scopeLabel: t(fields.chineseName, 'Chinese name'),
  scopeExplanation: fields.explanation,
  nameOf: t(
    (row: number) => `第${row}项的名称`,
    row => `Name in row ${row}`,
  ),
  labelOf: t(
    (row: number) => `第${row}项的中文名称`,
    row => `Chinese name in row ${row}`,
  ),
  explanationOf: t(
    (row: number) => `第${row}项的说明`,
    row => `Explanation in row ${row}`,
  ),
  removeOf: t(
    (row: number) => `移除第${row}项`,
    row => `Remove row ${row}`,
  ),
  addScope: t('添加权限范围', 'Add scope'),
  remove: acts.detach,
  scopeProblem: t(
    '可用字母、数字和 : . _ - 等符号，不能与登录的范围同名',
    'Letters, digits and signs such as : . _ - only, and not the name of a scope of sign-in',
  ),
  twice: t('名称重复', 'This name stands twice'),
  agents: t('可代表用户访问的应用', 'Applications that may act for users'),
  agentsHint: t(
    '这些应用可用用户的令牌换取访问本资源的令牌（令牌交换），不超过用户和应用各自的权限，访问记录同时记下两者',
    'These applications can exchange a token of a user for one of this resource (token exchange). It never exceeds what the user and the application may do, and access is recorded with both of them',
  ),
  agent: t(things.app, 'Application'),
  agentOf: t(
    (row: number) => `第${row}个应用`,
    row => `Application in row ${row}`,
  ),
  agentScopesOf: t(
    (row: number) => `第${row}个应用的权限范围`,
    row => `Scopes of the application in row ${row}`,
  ),
  addAgent: t('添加应用', 'Add application'),
  noAgents: t('还没有其他应用可添加', 'There is no other application to add'),
  consents: {
    none: t('还没有用户同意', 'No consents yet'),
    noneHint: t('用户同意客户端访问后，会在这里列出。', 'When users agree to the access of a client, it is listed here.'),
    list: t('用户同意列表', 'List of consents'),
    time: t('同意时间', 'Agreed at'),
    user: things.user,
    userName: fields.userName,
    client: things.client,
    host: t('客户端主机', 'Client host'),
    resource: things.resourceServer,
    signInOnly: t('仅登录', 'Sign-in only'),
    scopes: t('同意的权限范围', 'Scopes agreed to'),
    named: named.listed,
  },
  withdraw: acts.withdrawConsent,
  withdrawAsk: t('撤销这项同意？', 'Withdraw this consent?'),
  withdrawHint: t(
    '客户端将立即不能再代表该用户访问，下次使用须重新征得同意。',
    'The client can no longer act for this user from now on, and has to ask for consent again.',
  ),
} as const
