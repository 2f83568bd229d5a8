import { CONFIRMATION_SECONDS } from '@hufu/contract/operations/security'
import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { login } from './login-text.ts'
import { plural, t } from '@hufu/contract/language'

const accounts = (count: number) => plural(count, 'account')

export const text = {
  title: things.baseSettings,
  description: t(
    '系统名称、密码策略、访问地址与登录方式；保存后立即在所有节点生效。',
    'System name, password policy, addresses and sign-in methods. Once saved, they take effect on every node at once.',
  ),
  tabs: {
    base: t('基础', 'General'),
    password: fields.password,
    ip: 'IP',
    login: things.signIn,
    providers: t(things.identityProvider, 'Identity providers'),
  },
  groups: {
    base: things.systemSettings,
    password: t('密码设置', 'Password settings'),
    ip: t('IP设置', 'IP settings'),
    login: t('登录设置', 'Sign-in settings'),
  },
  history: things.changeHistory,
  saved: outcomes.savedAtOnce,
  shipped: t(
    (value: string) => `默认：${value}`,
    value => `Default: ${value}`,
  ),
  on: t('开启', 'On'),
  off: states.off,
  none: states.unset,
  days: t('天', 'days'),
  times: t(things.time, 'times'),
  minutes: t('分钟', 'minutes'),
  hours: t('小时', 'hours'),
  milliseconds: t('毫秒', 'ms'),
  copies: t(things.piece, ''),
  seconds: t('秒', 'seconds'),
  fold: t('倍', 'times'),

  base: {
    naming: t('名称与标识', 'Name and logo'),
    systemName: [
      t('系统名称', 'System name'),
      t('显示在登录页、顶栏和浏览器标题中。', 'Shown on the sign-in page, in the top bar and in the browser title.'),
    ],
    systemLogo: [
      t('系统图标', 'System logo'),
      t('PNG 或 JPG，任何人可见；未设置时使用内置标识。', 'PNG or JPG, visible to everybody. The built-in one is used if none is set.'),
    ],
    siteAddress: [
      t('平台访问地址', 'Platform address'),
      t(
        '用户访问本平台的地址，例如 https://iam.example.gov.cn；扫码登录等回调由此生成。',
        'Where users open this platform, such as https://iam.example.gov.cn; redirect addresses such as those of scan sign-in are made from it.',
      ),
    ],
    siteProblem: t(
      '请输入以 http:// 或 https:// 开头的地址，不含路径',
      'Enter an address that begins with http:// or https://, without a path',
    ),
    delegations: t('管理', 'Administration'),
    openGradeAdmin: [
      t('分级管理', 'Delegated administration'),
      t(
        '关闭后分级管理员的授权暂停，已有授权保留。',
        'When off, what delegated administrators may do is suspended; their grants are kept.',
      ),
    ],
    openWatermark: [
      t('页面水印', 'Page watermark'),
      t(
        '控制台每一页淡淡印上登录用户的姓名、用户名和日期，截图、拍照可追溯到人。',
        'Prints the name and user name of whoever is signed in and the date faintly on every page of the console, so that screenshots and photos can be traced to a person.',
      ),
    ],
    outside: t('国家平台登录', 'National identity service'),
    countryLogin: [
      t('国家平台登录', 'National identity service'),
      t('在登录页内嵌或跳转到国家平台的登录页。', 'Embed its sign-in page in ours, or redirect to it.'),
    ],
    countryLoginUrl: [
      t('国家平台地址', 'Its address'),
      t('登录成功后应带 ticket 或 code 返回本平台。', 'After signing in it should return to this platform with ticket or code.'),
    ],
    urlProblem: t('请输入以 http:// 或 https:// 开头的地址', 'Enter an address that begins with http:// or https://'),
    waiting: t('请求', 'Requests'),
    requestTimeout: [
      t('请求超时', 'Request timeout'),
      t('控制台等待服务器回答的最长时间。', 'The longest the console waits for an answer of the server.'),
    ],
    requestTimeoutMessage: [
      t('超时提示', 'Timeout message'),
      t('等待超时后显示给用户的文字。', 'What users are told once the wait is over.'),
    ],
    drivers: t('驱动下载', 'Driver downloads'),
    caDriverFileId: [
      t('数字证书驱动', 'Certificate driver'),
      t('设置后登录页显示下载链接，任何人可下载。', 'If set, the sign-in page links to it; anybody can download it.'),
    ],
    faceDriverFileId: [
      t('人脸识别驱动', 'Face driver'),
      t('设置后登录页显示下载链接，任何人可下载。', 'If set, the sign-in page links to it; anybody can download it.'),
    ],
    countryLogins: { '0': states.off, '1': t('内嵌显示', 'Embedded'), '2': t('跳转', 'Redirect') } as Record<string, string>,
  },
  file: {
    choose: acts.uploadFile,
    change: t('更换', 'Change'),
    remove: acts.detach,
    picture: t('上传图片', 'Upload picture'),
    removeOf: named.detach,
  },

  password: {
    rules: t('密码规则', 'Password rules'),
    passwordProfile: [
      t('策略', 'Policy'),
      t(
        '切换后，新设置的密码按新策略检查；现有密码继续有效，直到下次修改。',
        'After a change, new passwords are checked by the new policy; existing ones stay valid until they are changed.',
      ),
    ],
    profiles: {
      specification: [
        t('规格默认', 'Default'),
        t('8 至 20 个字符，按所选强度检查。', '8 to 20 characters, checked by the strength chosen.'),
      ],
      dengbao3: [
        t('等保三级', 'MLPS level 3'),
        t(
          '8 至 20 个字符，大写、小写、数字、特殊字符含三种；最长 90 天更换；最近 5 个不可重复；禁用常见密码。',
          '8 to 20 characters with three of upper case, lower case, digits and special characters; changed at least every 90 days; none of the last 5 again; no common passwords.',
        ),
      ],
      nist: [
        'NIST 800-63B',
        t(
          '15 至 128 个字符，可用中文长句；不要求混合字符，不定期更换；禁用常见密码和与本人姓名、账号、手机号、机构相似的密码。',
          '15 to 128 characters, phrases allowed; no mixture required, no regular change; no common passwords and none like the name, account, phone number or organisation of the user.',
        ),
      ],
    },
    passwordStrength: [
      t('密码强度', 'Password strength'),
      t(
        '低：仅检查长度；中：英文、数字、特殊字符含两种；强：三种都有。',
        'Low: length alone. Medium: two of letters, digits and special characters. Strong: all three.',
      ),
    ],
    strengths: { low: t('低', 'Low'), medium: t('中', 'Medium'), strong: t('强', 'Strong') } as Record<string, string>,
    onlySpecification: t('仅“规格默认”策略使用。', 'Used by the policy “Default” only.'),
    openCommonPasswords: [
      t('禁用常见密码', 'Block common passwords'),
      t(
        '拒绝一万七千余个常见密码，以及重复、连续的字符。',
        'Refuses more than 17,000 common passwords, and repeated or consecutive characters.',
      ),
    ],
    alwaysCommon: t('此策略下始终禁用。', 'Always blocked with this policy.'),
    openPasswordBlacklist: [
      t('密码黑名单', 'Blocked passwords'),
      t('另行禁用下列密码；整个比较，不区分大小写。', 'Also blocks the passwords below; compared as a whole, regardless of case.'),
    ],
    passwordBlacklist: [
      t('黑名单内容', 'List of blocked passwords'),
      t('每行一个，可从文本文件导入。', 'One on each line; can be imported from a text file.'),
    ],
    ageing: t('修改与更换', 'Changing passwords'),
    updatePasswordMode: [
      t('首次登录和重置后', 'First sign-in and after a reset'),
      t('强制：修改密码前不能使用其他功能。', 'Required: nothing else can be used before the password is changed.'),
    ],
    modes: { force: t('强制修改', 'Change required'), '': t('提示修改，可暂不修改', 'Change suggested, may be put off') } as Record<
      string,
      string
    >,
    expireDays: [
      t('密码有效期', 'Password validity'),
      t(
        '从用户自己设置密码之日起计算；0 表示永不过期。',
        'Counted from the day users set the password themselves; 0 means it never expires.',
      ),
    ],
    expireFixed: {
      dengbao3: t('此策略下最长 90 天。', 'At most 90 days with this policy.'),
      nist: t('此策略下密码不过期。', 'Passwords do not expire with this policy.'),
    },
    expireWarnDays: [
      t('到期前提醒', 'Warning before expiry'),
      t('登录后提示还有几天过期；0 表示不提醒。', 'After signing in, users are told how many days are left; 0 means they are not.'),
    ],
    passwordHistory: [
      t(outcomes.mustBeUnique, 'No reuse'),
      t(
        '新密码不能与最近几次用过的相同；0 表示只与当前密码比较。',
        'The new password may not be one of the last few; 0 means it is compared with the current one only.',
      ),
    ],
    historyFixed: t('此策略下至少 5 个。', 'At least 5 with this policy.'),
    initial: t('初始密码与加密', 'Initial password and encryption'),
    defaultPassword: [
      fields.initialPassword,
      t(
        '新增或重置用户时可选用；8 至 32 个字符，用户下次登录须修改。',
        'Can be used when users are added or reset; 8 to 32 characters, to be changed at the next sign-in.',
      ),
    ],
    defaultSet: outcomes.unchangedIfEmpty,
    defaultUnset: states.unset,
    passwordEncryptionRules: [
      t('导入密码的摘要算法', 'Digest of imported passwords'),
      t('从其他系统导入、同步的密码摘要按此算法核对。', 'Password digests that come from other systems are checked with this algorithm.'),
    ],
    encryption: t('密码加密方式', 'Password encryption'),
    never: t('永不过期', 'never expires'),
    noHistory: t('不限制', 'No limit'),
  },
  blacklist: {
    label: t('密码黑名单', 'List of blocked passwords'),
    placeholder: t('每行一个密码', 'One password on each line'),
    count: t(
      (count: number) => `${count} 个`,
      count => plural(count, 'password'),
    ),
    importFile: t('从文本导入', 'Import from text'),
    imported: t(
      (count: number) => `新增 ${count} 个`,
      count => `${plural(count, 'password')} added`,
    ),
    fileProblem: t('请选择文本文件（.txt 或 .csv），不超过 5 MB', 'Choose a text file (.txt or .csv) of at most 5 MB'),
    tooMany: t(
      (max: number) => `最多 ${max} 个`,
      max => `At most ${max} passwords`,
    ),
    tooLong: t(
      (max: number, line: number) => `第 ${line} 行超过 ${max} 个字符`,
      (max, line) => `Line ${line} has more than ${max} characters`,
    ),
    tryLabel: t('测试一个密码', 'Try a password'),
    tryHint: t('输入密码，查看当前填写的策略是否接受', 'Enter a password to see whether the policy filled in accepts it'),
    try: acts.test,
    accepted: t('可以使用', 'Accepted'),
  },
  encryption: {
    title: t('密码加密方式', 'Password encryption'),
    password: fields.initialPassword,
    method: t('加密方式', 'Encryption'),
    methodHint: t('请选择加密方式', 'Choose the encryption'),
    answer: t('请联系管理员处理', 'Contact the administrator'),
  },

  ip: {
    title: t('访问地址', 'Addresses'),
    openIpLimit: [
      t('限制登录 IP', 'Limit sign-in by IP'),
      t(
        '开启后按下面的名单检查登录者的地址；已登录的会话不受影响。',
        'When on, the lists below decide from where users can sign in; existing sessions are not affected.',
      ),
    ],
    ipWhitelist: [
      t('白名单', 'Allow list'),
      t(
        '只允许这些地址登录；留空表示除黑名单外都允许。每行一条：单个地址、网段（10.0.0.0/8）或范围（10.0.0.1-10.0.0.9），支持 IPv4 和 IPv6。',
        'Only these addresses can sign in; if empty, all but those of the block list can. One on each line: an address, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9), IPv4 or IPv6.',
      ),
    ],
    ipBlacklist: [
      t('黑名单', 'Block list'),
      t('禁止这些地址登录，优先于白名单。', 'These addresses cannot sign in; it goes before the allow list.'),
    ],
    here: t(
      (ip: string) => `您当前的地址是 ${ip}`,
      ip => `Your address is ${ip}`,
    ),
    addHere: t('加入白名单', 'Add to the allow list'),
    blocking: t(
      (ip: string) => `已将 ${ip} 填入黑名单，保存后生效`,
      ip => `${ip} is filled into the block list; save to apply it`,
    ),
    switchedOn: t('“限制登录 IP”原来是关闭的，已一并填为开启。', '“Limit sign-in by IP” was off and is filled in as on.'),
    switchedOnWithList: t(
      '“限制登录 IP”原来是关闭的，已一并填为开启；开启后白名单也会生效，请先核对。',
      '“Limit sign-in by IP” was off and is filled in as on. The allow list applies too then; check it first.',
    ),
    tryLabel: t('测试一个地址', 'Try an address'),
    try: acts.test,
    allowed: t(
      (ip: string) => `${ip} 可以登录`,
      ip => `${ip} can sign in`,
    ),
    refused: t(
      (ip: string) => `${ip} 不能登录`,
      ip => `${ip} cannot sign in`,
    ),
    everybody: states.empty,
    tooMany: t(
      (max: number) => `最多 ${max} 条`,
      max => `At most ${max} rules`,
    ),
  },

  login,

  question: {
    title: t('确认保存', 'Save these settings?'),
    weaker: t('以下变更会降低安全性：', 'These changes weaken security:'),
    impact: t('影响：', 'Effect:'),
    reason: t('变更原因', 'Reason for the change'),
    reasonHint: t('记入操作日志', 'Recorded in the operation log'),
    word: t(
      (word: string) => `请输入“${word}”以确认`,
      word => `Enter “${word}” to confirm`,
    ),
    wordProblem: t(
      (word: string) => `请输入“${word}”`,
      word => `Enter “${word}”`,
    ),
    ok: acts.save,
  },
  impact: {
    expiring: t(
      (count: number) => `将使 ${count} 个账号的密码立即过期`,
      count => `The ${count === 1 ? 'password' : 'passwords'} of ${accounts(count)} will expire at once`,
    ),
    forced: t(
      (count: number) => `将使 ${count} 个账号在修改密码前不能使用其他功能`,
      count => `${accounts(count)} can use nothing else before the password is changed`,
    ),
    idle: t(
      (count: number) => `将使 ${count} 个空闲会话立即结束`,
      count => `${plural(count, 'idle session')} will end at once`,
    ),
    overLimit: t(
      (count: number) => `有 ${count} 个账号的会话超出限制，下次登录时最早的会话被下线`,
      count => `${accounts(count)} ${count === 1 ? 'has' : 'have'} more sessions than allowed; at the next sign-in the earliest is ended`,
    ),
    byMethod: t(
      (count: number) => `当前有 ${count} 个账号以被关闭的方式登录，退出后须改用其他方式`,
      count => `${accounts(count)} signed in by a method that is switched off; after signing out another one is needed`,
    ),
    byAddress: t(
      (count: number) => `当前在线的 ${count} 个账号所在的地址将不能再登录`,
      count => `${accounts(count)} now online ${count === 1 ? 'is' : 'are'} at addresses that can no longer sign in`,
    ),
  },
  weaker: {
    profile: t(
      (from: string, to: string) => `策略由“${from}”改为“${to}”`,
      (from, to) => `Policy changed from “${from}” to “${to}”`,
    ),
    lower: t(
      (name: string, from: string, to: string) => `${name}由“${from}”改为“${to}”`,
      (name, from, to) => `${name} changed from “${from}” to “${to}”`,
    ),
    off: t(
      (name: string) => `关闭${name}`,
      name => `“${name}” switched off`,
    ),
    fewer: t(
      (name: string, count: number) => `从${name}移除 ${count} 条`,
      (name, count) => `${plural(count, 'entry', 'entries')} removed from “${name}”`,
    ),
    wider: t(
      (count: number) => `白名单新增 ${count} 条`,
      count => `${plural(count, 'entry', 'entries')} added to the allow list`,
    ),
    emptied: t('清空白名单，任何地址都可登录', 'The allow list is emptied; every address can sign in'),
    window: t('允许登录的时间段变长', 'Users can sign in for longer'),
  },
  trial: {
    title: t('这项设置会使您不能登录', 'With this setting you could not sign in'),
    how: t(
      (message: string) =>
        `${message}。可以先试行 ${CONFIRMATION_SECONDS} 秒：设置立即生效，请在新规则允许的地址和时间打开本页确认；没有确认则自动恢复原来的设置。`,
      message =>
        `${message}. You can try it for ${CONFIRMATION_SECONDS} seconds: it takes effect at once; open this page from an address and at a time the new rules allow and confirm it. If nobody confirms, the former settings come back.`,
    ),
    begin: t(`试行 ${CONFIRMATION_SECONDS} 秒`, `Try for ${CONFIRMATION_SECONDS} seconds`),
    back: t('返回修改', 'Back to editing'),
    running: t(
      (who: string, seconds: number) => `${who} 的设置正在试行，${seconds} 秒后自动恢复`,
      (who, seconds) => `The settings of ${who} are on trial; the former ones come back in ${plural(seconds, 'second')}`,
    ),
    canConfirm: t('您当前的地址和时间符合新规则，可以确认。', 'The new rules allow your address and the time; you can confirm them.'),
    elsewhere: t(
      '您当前的地址或时间不符合新规则，请在符合的地方打开本页确认。',
      'The new rules do not allow your address or the time; open this page where they do and confirm them.',
    ),
    confirm: t('确认生效', 'Confirm'),
    end: t('立即恢复', 'Restore now'),
    confirmed: t('已确认，设置继续有效', 'Confirmed; the settings stay in effect'),
    ended: t('已恢复原来的设置', 'The former settings are back'),
    over: t('试行结束，已恢复原来的设置', 'The trial is over; the former settings are back'),
  },
} as const
