import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const apps = (count: number) => plural(count, 'application')
const grants = (count: number) => plural(count, 'grant')
const users = (count: number) => plural(count, 'user')

export const text = {
  title: t(things.appList, 'Applications'),
  description: t(
    '接入统一登录的应用：谁可以打开、登录后回到哪里、收到哪些信息，都从这里开始。',
    'Applications that take part in single sign-on. It all begins here: who can open them, where they return to after sign-in, and what they are told.',
  ),
  add: acts.addApp,
  registration: t('动态注册', 'Dynamic registration'),
  list: t(things.appList, 'List of applications'),
  enabled: states.enabled,
  disabled: states.disabled,
  any: t('全部状态', 'Any status'),
  saved: outcomes.saved,
  done: outcomes.done,
  removed: outcomes.removed,
  none: t('接入第一个应用', 'Connect your first application'),
  noneHint: t(
    '选择应用支持的协议（OpenID Connect、CAS 或 SAML 2.0），填写回调地址或导入元数据，即可让用户用本系统的账号登录。',
    'Choose the protocol it supports (OpenID Connect, CAS or SAML 2.0) and enter its redirect address or import its metadata; users can then sign in to it with their account here.',
  ),
  noneInGroup: t('该分组下还没有应用', 'This group has no applications yet'),
  looks: { label: t('显示方式', 'View'), cards: t('卡片', 'Cards'), table: t('表格', 'Table') },
  grants: t(
    (count: number) => (count === 0 ? '未授权' : `${count} 项授权`),
    count => (count === 0 ? 'Not granted' : grants(count)),
  ),
  page: t(
    (current: number, pages: number) => `${current} / ${pages} 页`,
    (current, pages) => `Page ${current} of ${pages}`,
  ),
  protocols: {
    oauth2: 'OpenID Connect',
    cas: 'CAS',
    saml: 'SAML 2.0',
    form: t('表单代填', 'Form filling'),
    resource: t('资源服务（API、MCP）', 'Resource server (API, MCP)'),
  },
  protocolBriefs: { oauth2: 'OIDC', cas: 'CAS', saml: 'SAML', form: t('表单代填', 'Form filling'), resource: things.resourceServer },
  columns: {
    name: t(fields.appName, fields.name),
    code: t('应用编码', 'Code'),
    group: t('所属分组', 'Group'),
    protocol: fields.protocol,
    grants: t('授权范围', 'Grants'),
    clientId: fields.clientId,
    sortNum: t(fields.sortNum, 'Sort no.'),
    status: fields.status,
    updateTime: fields.updateTime,
  },
  tools: {
    config: t('配置', 'Configure'),
    grant: acts.grant,
    more: t(
      (name: string) => `更多操作 ${name}`,
      name => `More actions for ${name}`,
    ),
    moreWord: acts.more,
    copyId: t('复制客户端ID', 'Copy client ID'),
    copied: t('客户端ID已复制', 'Client ID copied'),
    copyFailed: t('复制失败，请在应用详情中复制', 'It could not be copied; copy it on the page of the application'),
    home: t('打开首页', 'Open home page'),
    setting: things.appSettings,
    enable: acts.enable,
    disable: acts.disable,
    sort: acts.setSortNum,
    remove: acts.remove,
    granted: t('已授权的应用不能删除，请先取消授权', 'An application that is granted cannot be deleted; first revoke its grants'),
  },
  groups: {
    title: t(things.appGroup, 'Groups'),
    manage: t('管理分组', 'Manage groups'),
    all: t('全部应用', 'All applications'),
    none: t('还没有分组', 'No groups yet'),
    list: t(fields.group, 'Groups'),
    add: t('新增分组', 'Add group'),
    name: fields.groupName,
    save: acts.save,
    rename: t(
      (name: string) => `重命名 ${name}`,
      name => `Rename ${name}`,
    ),
    renameWord: t('重命名', 'Rename'),
    up: t(
      (name: string) => `上移 ${name}`,
      name => `Move ${name} up`,
    ),
    down: t(
      (name: string) => `下移 ${name}`,
      name => `Move ${name} down`,
    ),
    remove: t(
      (name: string) => `删除 ${name}`,
      name => `Delete ${name}`,
    ),
    removeWord: acts.remove,
    cancel: acts.cancel,
    count: t((count: number) => `${count} 个应用`, apps),
    cannotRemove: named.cannotRemove,
    holds: t(
      (count: number) => `分组下有 ${count} 个应用，请先把它们移到其他分组。`,
      count => `The group has ${apps(count)}. Move ${count === 1 ? 'it' : 'them'} to another group first.`,
    ),
    removeTitle: t(
      (name: string) => `删除分组“${name}”？`,
      name => `Delete group “${name}”?`,
    ),
    removeText: t('分组下没有应用，删除后不能恢复。', 'The group has no applications. A deletion cannot be undone.'),
    taken: problems.nameTaken,
    close: acts.close,
    hint: t('分组决定应用在列表和门户中的先后次序。', 'The groups decide in which order applications stand in lists and in the portal.'),
  },
  acts: {
    enableTitle: named.askEnable,
    disableTitle: named.askDisable,
    removeTitle: named.askRemove,
    enableText: t('启用后，已被授权的用户可以重新打开该应用。', 'Those who are granted it can open it again.'),
    disableText: t(
      (people: number, online: number) =>
        `${people === 0 ? '目前没有人可以打开它' : `${people} 人现在可以打开它${online > 0 ? `，其中 ${online} 人正在线` : ''}`}。停用后任何人都不能再打开该应用，授权保留，可随时重新启用。`,
      (people, online) =>
        `${people === 0 ? 'Nobody can open it at present' : `${users(people)} can open it now${online > 0 ? `, ${online} of them online` : ''}`}. Nobody can open it once it is disabled; grants are kept, and it can be enabled again at any time.`,
    ),
    removeText: t(
      '删除后应用的配置、角色和密钥一并清除，不能恢复；使用该应用的系统将无法登录。',
      'Its settings, roles and secrets are deleted with it and cannot be recovered; systems that use it can no longer sign anybody in.',
    ),
    cannotRemove: named.cannotRemove,
    granted: t(
      (grants: number, people: number) =>
        `该应用还有 ${grants} 项授权${people > 0 ? `，${people} 人可以打开它` : ''}。请先取消授权，或改为停用。`,
      (count, people) =>
        `It still has ${grants(count)}${people > 0 ? `, and ${users(people)} can open it` : ''}. Revoke the grants first, or disable it instead.`,
    ),
  },
  sort: {
    title: named.setSortNum,
    label: fields.sortNum,
    hint: t('同一分组内按排序号从小到大排列', 'Within a group, small numbers come first'),
  },
  form: {
    name: fields.appName,
    code: t('应用编码', 'Application code'),
    codeHint: outcomes.codeHint,
    codeProblem: t('应用编码格式不正确', 'The application code is not in the right format'),
    nameTaken: problems.nameTaken,
    codeTaken: problems.codeTaken,
    group: t('所属分组', 'Group'),
    chooseGroup: t('请选择分组', 'Choose a group'),
    newGroup: fields.groupName,
    newGroupHint: t('还没有分组：为第一个分组取名', 'There are no groups yet: name the first one'),
    homeUrl: t('首页地址', 'Home page'),
    homeHint: t('用户从“我的应用”点击后打开的地址', `Opened when users click the application in “${things.myApps}”`),
    homeProblem: t('首页地址格式不正确', 'The address of the home page is not valid'),
    logo: fields.appIcon,
    listed: t('在“我的应用”中显示', `Show in “${things.myApps}”`),
    listedHint: t(
      '关闭后仍可登录，只是不在门户中列出',
      'While this is off users can still sign in to it; it is just not listed in the portal',
    ),
    status: fields.status,
    sortNum: fields.sortNum,
    remark: fields.remark,
  },
  dialog: {
    title: acts.addApp,
    protocol: t('应用支持的协议', 'Protocol the application supports'),
    oauth2: t(
      '基于 OAuth 2.0，现代 Web、移动端和微服务应用的首选',
      'Based on OAuth 2.0; first choice for modern web, mobile and microservice applications',
    ),
    cas: t('已支持 CAS 客户端的系统，凭票据登录', 'For systems with a CAS client; signs in by ticket'),
    saml: t(
      '支持 SAML 2.0 的企业软件和云服务，交换元数据即可接入',
      'For business software and cloud services with SAML 2.0; connects by exchanging metadata',
    ),
    resource: t(
      '供其他应用或 AI 助手代表用户调用的服务，如 API、MCP 服务器',
      'A service other applications or AI assistants call on behalf of users, such as an API or an MCP server',
    ),
    isPublic: t('应用运行在用户的设备上，没有密钥', 'Runs on the devices of users, without a secret'),
    publicHint: t(
      '用于桌面、移动端和单页应用；以 PKCE 保护，本机回调地址可用任意端口',
      'For desktop, mobile and single-page applications; protected by PKCE, and redirect addresses on the device itself may use any port',
    ),
    redirect: fields.redirectUri,
    service: fields.serviceUrl,
    later: t('可稍后在应用详情中填写', 'Can be entered later on the page of the application'),
  },
  logo: {
    choose: t('更换图标', 'Change icon'),
    remove: acts.detach,
    hint: t(
      '正方形的 PNG、JPG，不超过 5 MB；没有图标时显示名称的首字',
      'A square PNG or JPG of at most 5 MB; without an icon the first character of the name is shown',
    ),
  },
} as const
