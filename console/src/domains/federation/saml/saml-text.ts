import type { SamlProblemName } from '@hufu/contract/federation/saml'
import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const problems: Readonly<Record<SamlProblemName, string>> = {
  malformed: t('消息不符合 SAML 或 XML 的要求', 'The message is not valid SAML or XML'),
  tooLarge: t('消息过大', 'The message is too large'),
  unknownIssuer: t('发送者（Issuer）未登记', 'The issuer is not registered'),
  signatureMissing: t('请求没有签名，而本应用要求签名', 'The request is not signed, but this application requires it'),
  signatureBad: t(
    '签名与已登记的证书不符，或消息被改动',
    'The signature does not match a registered certificate, or the message was changed',
  ),
  algorithm: t(
    '签名算法不被接受（SHA-1 等过时算法一律拒绝）',
    'The signing algorithm is not accepted (outdated ones such as SHA-1 are always refused)',
  ),
  acsUnknown: t(
    '返回地址不在登记的地址之中，须逐字一致',
    'The return address is not among those registered; it must match letter by letter',
  ),
  destination: t('请求不是发往本系统的地址', 'The request is meant for an address that is not ours'),
  expired: t('请求已过期，或两边时钟相差过大', 'The request has expired, or the clocks differ too much'),
  version: t('SAML 版本不是 2.0', 'The SAML version is not 2.0'),
  replayed: t('同一请求重复发送', 'The same request was sent again'),
  unsolicited: t(
    '未允许由本系统发起登录，或携带了不允许的 RelayState',
    'Sign-in from this side is not allowed, or it carried a RelayState that is not allowed',
  ),
  encryption: t(
    '要求加密，但对方的元数据没有可用的证书或算法',
    'Encryption is required, but the metadata have no usable certificate or algorithm',
  ),
  nameId: t('无法给出所要求的用户标识', 'The name identifier asked for cannot be given'),
  context: t('用户的登录方式达不到应用的要求', 'The user did not sign in as strongly as the application requires'),
  passive: t('应用不允许询问用户', 'The application does not allow the user to be asked'),
  denied: t('用户无权打开该应用', 'The user may not open this application'),
  metadataOver: t(
    '应用的元数据已过期（validUntil），更新后才能登录',
    'The metadata of the application have expired (validUntil); users can sign in again once they are updated',
  ),
}

/** Sentences about SAML on the pages of an application. */
export const text = {
  metadata: {
    label: t('元数据来自', 'Metadata from'),
    froms: [
      { value: 'text', label: t('粘贴或文件', 'Text or file') },
      { value: 'address', label: t('按地址读取', 'An address') },
    ],
    xml: t('应用的元数据', 'Metadata of the application'),
    hint: t(
      '粘贴应用（服务提供者）的元数据 XML，或选择文件；返回地址、证书和注销地址都取自其中',
      'Paste the metadata XML of the application (service provider) or choose a file; return addresses, certificates and sign-out addresses are taken from it',
    ),
    address: t('元数据地址', 'Metadata address'),
    addressHint: t(
      '由服务器读取，之后按元数据声明的间隔自动更新（默认每 6 小时）；地址须直接返回元数据，不能重定向',
      'Read by the server, and again at the interval the metadata declare (otherwise every 6 hours); the address must answer with the metadata itself, not with a redirect',
    ),
    addressRequired: t('请填写元数据地址', 'Enter the metadata address'),
    pin: t('签名者指纹', 'Signer fingerprint'),
    pinHint: t(
      '元数据签名证书或其公钥的 SHA-256；填写后只接受它签名的元数据',
      'SHA-256 of the certificate that signs the metadata, or of its public key; if entered, only metadata with its signature are accepted',
    ),
    signed: t('元数据已签名，签名证书的指纹为', 'The metadata are signed; fingerprint of the signing certificate:'),
    unsigned: t(
      '元数据没有可核对的签名：能改动该地址内容的人可以更换应用的证书和地址。',
      'The metadata have no signature that can be checked: whoever can change what is at that address can replace the certificates and addresses of the application.',
    ),
    pinIt: t('只接受此签名者', 'Accept only this signer'),
    required: t('请提供应用的元数据', 'Provide the metadata of the application'),
    choose: acts.chooseFile,
    read: t('读取到的内容', 'What was read'),
    tooLarge: t('文件不能超过 1 MB', 'The file cannot be larger than 1 MB'),
  },
  own: {
    title: t('接入信息', 'Connection details'),
    hint: t(
      '把元数据地址填到应用一侧；不支持按地址读取的应用，逐项填写下列信息。',
      'Give the metadata address to the application; if it cannot read metadata from an address, enter the following one by one.',
    ),
    metadata: t('元数据地址（实体ID）', 'Metadata address (entity ID)'),
    sso: t('登录地址', 'Sign-in address'),
    slo: fields.signOutUrl,
    start: t('由本系统发起登录的地址', 'Address for sign-in from this side'),
    startOff: t('未允许，可在“签名与加密”中开启', 'Not allowed; switch it on in “Signing and encryption”'),
    certificate: t('签名证书（PEM）', 'Signing certificate (PEM)'),
    fingerprint: t('证书指纹（SHA-256）', 'Certificate fingerprint (SHA-256)'),
    end: t('证书到期', 'Certificate expires'),
  },
  peer: {
    none: t('还没有导入该应用的元数据', 'No metadata of the application imported yet'),
    noneHint: t(
      '导入后才能登录：请向应用一侧索取元数据。',
      'Users can sign in to it once they are imported: ask for them on the side of the application.',
    ),
    entityId: t('实体ID', 'Entity ID'),
    name: fields.name,
    acs: t('登录返回地址', 'Return addresses'),
    byDefault: t('默认', 'Default'),
    ignored: t('未采用的地址', 'Addresses not used'),
    ignoredHint: t(
      '绑定方式不是 HTTP-POST，或地址不符合要求',
      'Their binding is not HTTP-POST, or the addresses do not meet the requirements',
    ),
    signing: t('签名证书', 'Signing certificates'),
    encryption: t('加密证书', 'Encryption certificate'),
    noCertificate: t('元数据中没有', 'None in the metadata'),
    validUntil: t('元数据有效期至', 'Metadata valid until'),
    overTitle: t('元数据已过期，登录请求会被拒绝', 'The metadata have expired, sign-in requests are refused'),
    endingTitle: t(
      (time: string) => `元数据将于 ${time} 过期，之后登录请求会被拒绝`,
      time => `The metadata expire ${time}; sign-in requests are refused after that`,
    ),
    endingHint: t('向应用一侧索取新的元数据后更新。', 'Ask for new metadata on the side of the application, then update them.'),
    until: t(
      (time: string) => `到期：${time}`,
      time => `Expires ${time}`,
    ),
    end: t('到期：', 'Expires '),
    ended: states.outOfDate,
    ending: t('30 天内到期', 'Expires within 30 days'),
    replace: t('更新元数据', 'Update metadata'),
    moveSource: t('更换来源', 'Change source'),
    replaceHint: t(
      '地址和证书以新的元数据为准，签名与加密的设置保持不变。',
      'Addresses and certificates follow the new metadata; the settings for signing and encryption stay as they are.',
    ),
    change: t(acts.importSheet, 'Import'),
    imported: t('元数据已导入', 'Metadata imported'),
    listed: t(
      (each: readonly string[]) => each.join('、'),
      each => each.join(', '),
    ),
    moved: t(
      (hosts: readonly string[]) => `登录结果将发往新的主机：${hosts.join('、')}`,
      hosts => `Sign-in results will be sent to ${hosts.length === 1 ? 'a new host' : 'new hosts'}: ${hosts.join(', ')}`,
    ),
    movedTitle: t('更换登录返回的主机？', 'Send sign-in results to another host?'),
    entityMoved: t('实体ID 与现有的不同', 'The entity ID is not the same as before'),
  },
  source: {
    noPin: t('未设置，不核对元数据的签名', 'Not set, the signature of the metadata is not checked'),
    fetched: t('读取时间', 'Last read'),
    times: t(
      (last: string, next: string) => `${last}，下次 ${next}`,
      (last, next) => `${last}, next ${next}`,
    ),
    failed: t(
      (error: string) => `最近一次读取失败：${error}`,
      error => `The last reading failed: ${error}`,
    ),
    since: t(
      (time: string) => `自 ${time} 起未能更新，仍按之前的元数据登录，并会继续重试。`,
      time => `Not updated since ${time}. Users go on signing in by the former metadata, and reading is tried again.`,
    ),
    refresh: t('立即更新', 'Update now'),
    refreshed: t('已重新读取', 'Read again'),
    waits: {
      hosts: t('新的元数据更换了登录返回的主机，等待确认', 'New metadata send sign-in results to other hosts and await confirmation'),
      keys: t('新的元数据更换了全部签名证书，等待确认', 'New metadata replace all signing certificates and await confirmation'),
    },
    waitsSince: t(
      (time: string) => `${time} 读取到；确认之前仍按之前的元数据登录。`,
      time => `Read ${time}; the former metadata apply until the new ones are confirmed.`,
    ),
    look: t('查看并采用', 'Check and accept'),
    acceptAsk: t('采用新的元数据？', 'Accept the new metadata?'),
    acceptHint: t('请与应用一侧核对下列改动：', 'Check these changes with those who run the application:'),
    accept: t('采用', 'Accept'),
    key: t(
      (fingerprint: string) => `证书 ${fingerprint}`,
      fingerprint => `Certificate ${fingerprint}`,
    ),
    added: t(
      (what: string) => `新增 ${what}`,
      what => `Added: ${what}`,
    ),
    removed: t(named.detach, what => `Removed: ${what}`),
  },
  security: {
    nameId: t('用户标识（NameID）', 'Name identifier (NameID)'),
    nameIds: {
      persistent: t('持久标识：每个应用各不相同，长期不变', 'Persistent: different for each application, never changes'),
      transient: t('临时标识：每次登录都不同', 'Transient: different at each sign-in'),
      email: t('邮箱：须已验证且不与他人重复', 'E-mail: must be verified and not shared with others'),
      unspecified: t('应用内账号：按“账号映射”的设置', 'Account in the application: as set in “Account mapping”'),
    },
    nameIdHint: t('应用在请求中指定格式时，以请求为准', 'If the application asks for a format in its request, that counts'),
    wantsSigned: t('要求登录请求签名', 'Require signed sign-in requests'),
    wantsSignedHint: t(
      '关闭后，任何人都能代应用发起登录请求；登录结果仍只发往登记的地址',
      'While this is off, anybody can send sign-in requests in the name of the application; results still go only to the registered addresses',
    ),
    wantsSignedOff: t('不要求签名会降低安全性', 'Not requiring signatures is less secure'),
    sign: t('签名范围', 'What is signed'),
    signs: {
      both: t('断言和响应（推荐）', 'Assertion and response (recommended)'),
      assertion: t('仅断言', 'Only the assertion'),
      response: t('仅响应', 'Only the response'),
    },
    encrypt: t('加密断言', 'Encrypt assertions'),
    encrypts: { never: t('明文断言', 'Never'), always: t('始终加密', 'Always') },
    /** The algorithm of encryption, where it is used. */
    encryptHint: t(
      (algorithm: string) =>
        `${algorithm === '' ? '' : `${algorithm}；`}用应用的加密证书加密，浏览器中看不到内容；没有可用的算法时登录会失败，不会改为明文`,
      algorithm =>
        `${algorithm === '' ? '' : `${algorithm}. `}Encrypted with the certificate of the application, so the browser cannot see the content. Without a usable algorithm sign-in fails; it never falls back to plain text`,
    ),
    algorithm: t(
      (name: string) => `将使用 ${name}`,
      name => `Will use ${name}`,
    ),
    noAlgorithm: t('元数据中没有可用的加密证书或算法', 'The metadata have no usable encryption certificate or algorithm'),
    cbc: t('允许 CBC 加密（旧系统）', 'Allow CBC encryption (old systems)'),
    cbcHint: t('仅用于不支持 GCM 的旧系统', 'Only for old systems that do not support GCM'),
    unsolicited: t('允许由本系统发起登录', 'Allow sign-in from this side'),
    unsolicitedHint: t(
      '用户可从“我的应用”直接进入：把“接入信息”中由本系统发起登录的地址填为首页地址',
      `Users can go in directly from “${things.myApps}”: enter the address for sign-in from this side, found in the connection details, as the home page`,
    ),
    relayState: t('RelayState 前缀', 'RelayState prefix'),
    relayStateHint: t(
      '由本系统发起登录时可携带的 RelayState 须以此开头；留空不允许携带',
      'A RelayState carried by a sign-in from this side must begin with this; leave empty to allow none',
    ),
    skew: t('允许的时钟偏差', 'Clock difference allowed'),
    saved: outcomes.saved,
  },
  logout: {
    title: t('应用的注销地址', 'Sign-out addresses of the application'),
    bindings: {
      redirect: t('浏览器重定向', 'Browser redirect'),
      post: t('浏览器 POST', 'Browser POST'),
      soap: t('服务器通知（SOAP）', 'Server notification (SOAP)'),
    },
    answers: t(
      (url: string) => `应答地址：${url}`,
      url => `Response address: ${url}`,
    ),
    none: t('元数据中没有注销地址', 'No sign-out addresses in the metadata'),
    active: t(
      '用户在应用中退出，或打开下方的统一退出地址时，浏览器会逐个访问应用使其退出。是否通知此应用由“令牌与推送”中的“单点退出”决定。',
      'When users sign out in the application, or open the common sign-out address below, the browser visits the applications one by one to sign them out. Whether this application is told depends on “Single sign-out” in “Tokens and push”.',
    ),
    untold: t(
      (count: number) => `最近两天有 ${count} 次退出没有得到此应用的确认，应用中的会话可能仍然有效`,
      count =>
        `In the last two days ${plural(count, 'sign-out')} ${count === 1 ? 'was' : 'were'} not confirmed by this application; its own sessions may still be valid`,
    ),
    noPassive: t(
      '此应用不能被动注销：被踢下线、停用或修改密码后，应用中的会话会持续到它自己的有效期。',
      'This application cannot be told by the server: when a session is ended by an administrator, or the user is disabled or changes the password, the session in the application goes on until it ends by itself.',
    ),
    passive: t(
      '会话无论怎样结束，都会由服务器直接通知此应用，失败后重试。',
      'However a session ends, the server tells this application directly, and tries again if that fails.',
    ),
    page: t('统一退出地址', 'Common sign-out address'),
    pageHint: t(
      '打开后结束本系统的会话，并逐个访问没有 SOAP 地址的应用使其退出。',
      'Ends the session here and visits the applications without a SOAP address one by one to sign the user out.',
    ),
  },
  refusals: {
    list: t('最近被拒绝的请求列表', 'List of recently refused requests'),
    none: t('没有被拒绝的请求', 'No refused requests'),
    noneHint: t(
      '应用发来的请求被拒绝时，会在这里说明原因，保留最近 50 条。',
      'When a request of the application is refused, the reason is given here; the last 50 are kept.',
    ),
    time: fields.time,
    problem: fields.reason,
    detail: acts.showDetails,
    ip: 'IP',
    problems,
  },
  keys: {
    title: t('SAML 签名密钥', 'SAML signing keys'),
    hint: t(
      '应用多以人工方式保存证书，因此换证逐个应用进行：先新增密钥，待应用更新元数据后点击“已换证书”，全部完成后停用旧密钥。',
      'Most applications have their certificates stored by hand, so these are changed one application at a time: add a key, click “Certificate changed” once an application has updated its metadata, and disable the old key when all have.',
    ),
    add: t('新增密钥', 'Add key'),
    ask: t('新增 SAML 签名密钥？', 'Add a SAML signing key?'),
    askHint: t(
      '新密钥随元数据公布，在应用换证之前不会用于签名。',
      'The new key is published with the metadata; it does not sign for an application until that has changed its certificate.',
    ),
    added: t('已新增密钥，请逐个应用换证', 'Key added; change the certificates of the applications one by one'),
    states: { current: t('签名中', 'Signing'), next: t('待换证', 'Awaiting change'), former: t('已停用', 'Disabled') },
    apps: t(
      (count: number) => `${count} 个应用`,
      count => plural(count, 'application'),
    ),
    until: t(
      (time: string) => `证书到期 ${time}`,
      time => `Certificate expires ${time}`,
    ),
    open: t('换证', 'Change certificates'),
    openTitle: t('尚未换证的应用', 'Applications that still have the old certificate'),
    moved: t('已换证书', 'Certificate changed'),
    done: t('所有应用都已换证', 'All applications have changed their certificates'),
    withdraw: acts.disable,
    withdrawAsk: t('停用旧密钥？', 'Disable the old key?'),
    withdrawHint: t(
      '停用后不再公布；仍保存旧证书的应用将无法验证登录。',
      'It is no longer published; applications that still have the old certificate cannot verify sign-ins.',
    ),
    close: acts.close,
  },
  signInTest: {
    assertion: t('断言（未签名）', 'Assertion (not signed)'),
    context: t('认证方式（密码登录时）', 'Authentication context (for a password)'),
    encryption: t('断言加密', 'Encryption of the assertion'),
    plain: t('明文', 'Plain text'),
    acs: t('浏览器提交到', 'The browser submits to'),
  },
} as const
