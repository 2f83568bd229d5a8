import { acts, fields, outcomes, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences about applications that register themselves. */
export const text = {
  title: t('动态注册', 'Dynamic registration'),
  about: t(
    '应用（如 AI 助手、批量部署的客户端）凭注册令牌自行登记（RFC 7591），登记后仍须由管理员授权才能登录。',
    'Applications (AI assistants, clients installed in bulk) register themselves with a registration token (RFC 7591). An administrator still has to grant them before anyone can sign in.',
  ),
  endpoint: t('注册地址', 'Registration endpoint'),
  closed: t(
    '动态注册未开启：现有令牌暂不可用。可在“配置管理 › 第三方登录”中开启“允许应用动态注册”。',
    'Dynamic registration is switched off, so tokens cannot be used now. It is switched on under Settings › Third-party sign-in, “Allow applications to register themselves”.',
  ),
  none: t('还没有注册令牌', 'No registration tokens yet'),
  list: t('注册令牌列表', 'Registration tokens'),
  add: t('新增令牌', 'Add token'),
  close: acts.close,
  back: acts.goBack,
  states: { usable: t('可用', 'Usable'), usedUp: t('次数用完', 'Used up'), over: states.expired, revoked: t('已吊销', 'Revoked') },
  made: t(
    (uses: number, most: number) => `已注册 ${uses} / ${most}`,
    (uses, most) => `${uses} of ${most} registered`,
  ),
  until: t(
    (time: string) => `有效期至 ${time.slice(0, 10)}`,
    time => `Valid until ${time.slice(0, 10)}`,
  ),
  waiting: t(
    (count: number) => `${count} 个待批准`,
    count => `${count} awaiting approval`,
  ),
  noGroup: t('所属分组已删除，不能再注册', 'Its group has been deleted; nothing more can register'),
  apps: t('注册的应用', 'Registered applications'),
  appsOf: t(
    (name: string) => `令牌“${name}”注册的应用`,
    name => `Applications registered with “${name}”`,
  ),
  noApps: t('还没有应用用它注册', 'No application has registered with it yet'),
  waits: t('待批准', 'Awaiting approval'),
  enabled: states.enabled,
  disabled: states.disabled,
  approve: t('批准', 'Approve'),
  approveOf: t(
    (name: string) => `批准“${name}”`,
    name => `Approve “${name}”`,
  ),
  approved: outcomes.done,
  revoke: t('吊销', 'Revoke'),
  revokeOf: t(
    (name: string) => `吊销令牌“${name}”`,
    name => `Revoke the token “${name}”`,
  ),
  revokeTitle: t(
    (name: string) => `吊销令牌“${name}”？`,
    name => `Revoke the token “${name}”?`,
  ),
  revokeAbout: t('吊销后不能再用它注册应用，且不能恢复。', 'No application can register with it any more, and this cannot be undone.'),
  revokeChoice: t('它已注册的应用', 'Applications it has registered'),
  revokeKeep: t('继续使用', 'Keep them running'),
  revokeStop: t('一并停用', 'Disable them as well'),
  revoked: t(
    (stopped: number) => (stopped === 0 ? '令牌已吊销' : `令牌已吊销，停用了 ${stopped} 个应用`),
    stopped => (stopped === 0 ? 'Token revoked' : `Token revoked, ${plural(stopped, 'application')} disabled`),
  ),
  form: {
    title: t('新增注册令牌', 'Add a registration token'),
    name: fields.name,
    nameHint: t(
      '交给谁、用于什么，如“客服部 AI 助手”；记入操作日志',
      'Who gets it and what for, such as “AI assistants of customer service”; written to the operation log',
    ),
    maxUses: t('可注册的应用数', 'Applications it can register'),
    maxUsesProblem: t('应为1至10000的整数', 'A whole number from 1 to 10000'),
    endTime: fields.validUntil,
    group: t('注册到分组', 'Group they land in'),
    hosts: t('允许的回调主机', 'Redirect hosts allowed'),
    hostsHint: t(
      '每行一个，如 client.example.com、*.example.com；本机客户端填 127.0.0.1',
      'One per line, such as client.example.com or *.example.com; 127.0.0.1 for programs on the user’s machine',
    ),
    hostsProblem: t('应为主机名，不含协议、端口和路径', 'A host name, without scheme, port and path'),
    schemes: t('允许的自有协议', 'Own schemes allowed'),
    schemesHint: t(
      '桌面和移动端应用的回调协议，每行一个，如 com.example.app；可不填',
      'Of desktop and mobile applications, one per line, such as com.example.app; may stay empty',
    ),
    schemesProblem: t('应为倒写的域名，如 com.example.app', 'A reversed domain name, such as com.example.app'),
    placesProblem: t('请至少填写一个允许的回调主机或自有协议', 'Enter at least one redirect host or scheme'),
    grants: t('允许的授权方式', 'Grant types allowed'),
    grantsProblem: t('请至少选择一种授权方式', 'Choose at least one grant type'),
    grantNames: {
      authorization_code: t('浏览器登录', 'Sign-in by browser'),
      refresh_token: t('刷新令牌', 'Refresh tokens'),
      'urn:ietf:params:oauth:grant-type:device_code': t('设备登录', 'Sign-in of devices'),
    },
    scopes: t('可请求的范围（scope）', 'Scopes they may ask for'),
    scopesHint: t('不勾选任何一项表示不限制', 'None ticked: no restriction'),
    approval: t('须经管理员批准', 'Needs approval'),
    approvalHint: t(
      '注册的应用先停用，管理员批准后才能登录；应用修改自己的登记后须再次批准',
      'Registered applications are disabled until an administrator approves them, and again when they change their registration',
    ),
  },
  token: {
    title: t('请保存注册令牌', 'Save the registration token'),
    about: t(
      '令牌只显示这一次，关闭后无法再次查看；遗失时请吊销后重新新增。',
      'The token is shown this once only. If it is lost, revoke it and add another.',
    ),
    label: t('注册令牌', 'Registration token'),
    kept: acts.savedIt,
  },
  origin: {
    title: t('来源：动态注册', 'Origin: dynamic registration'),
    waits: t(
      '该应用正在等待批准，批准前任何人都不能登录。请先核对回调地址和下列信息。',
      'This application awaits approval; until then nobody can sign in to it. Check its redirect addresses and what is said below first.',
    ),
    keeps: t(
      '管理员在此修改过的内容优先：应用再次提交登记时，不会改动这些内容。',
      'What an administrator has changed here wins: the application cannot change it by registering anew.',
    ),
    token: t('注册令牌', 'Registration token'),
    method: t('身份证明方式', 'Authentication'),
    grants: t('授权方式', 'Grant types'),
    time: t('登记时间', 'Registered'),
    changed: t('最近修改', 'Last changed'),
    names: {
      client_uri: t('应用主页', 'Home page'),
      logo_uri: t('图标地址', 'Logo address'),
      tos_uri: t('服务条款', 'Terms of service'),
      policy_uri: t('隐私政策', 'Privacy policy'),
      software_id: t('软件标识', 'Software ID'),
      software_version: t('软件版本', 'Software version'),
      application_type: t('应用类型', 'Type'),
      contacts: t('联系人', 'Contacts'),
    } as Readonly<Record<string, string>>,
    methods: {
      none: t('没有密钥', 'No secret'),
      client_secret_basic: t('密钥（client_secret_basic）', 'Secret (client_secret_basic)'),
      client_secret_post: t('密钥（client_secret_post）', 'Secret (client_secret_post)'),
      private_key_jwt: t('公钥（private_key_jwt）', 'Key (private_key_jwt)'),
    } as Readonly<Record<string, string>>,
  },
} as const
