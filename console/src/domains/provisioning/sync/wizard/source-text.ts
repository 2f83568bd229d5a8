import { acts } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
/** Sentences of the forms of single source types. */
export const text = {
  security: t('连接的加密', 'Encryption'),
  ca: t('签发机构的证书', 'Certificate of the issuer'),
  caHint: t(
    '服务器的证书不由系统信任的机构签发时填写（PEM）。',
    'Needed where the certificate of the server was not issued by an authority the system trusts (PEM).',
  ),
  ldap: {
    url: t('目录地址', 'Directory address'),
    urlHint: t('ldaps://主机:636；使用 StartTLS 时为 ldap://主机:389。', 'ldaps://host:636, or ldap://host:389 with StartTLS.'),
    secret: t('绑定账号的密码', 'Password of the bind account'),
    bindDn: t('绑定账号（DN）', 'Bind account (DN)'),
    securities: { ldaps: 'LDAPS', startTls: 'StartTLS', none: t('不加密，密码以明文传送', 'None, the password is sent in clear') },
    idAttribute: t('标识属性', 'ID attribute'),
    ids: { entryUUID: 'entryUUID', objectGUID: 'objectGUID' },
    userBase: t('用户的基准 DN', 'Base DN of users'),
    userFilter: t('用户的过滤条件', 'Filter of users'),
    orgBase: t('机构的基准 DN', 'Base DN of organisations'),
    orgBaseHint: t(
      '只同步用户时也可填写，用来找到用户所在的机构。',
      'Also of use with users alone, to find the organisations they are in.',
    ),
    orgFilter: t('机构的过滤条件', 'Filter of organisations'),
  },
  database: {
    url: t('数据库地址', 'Database address'),
    urlHint: t(
      'postgresql://主机:5432/数据库 或 mysql://主机:3306/数据库（MySQL 与 MariaDB）。只读取，不写入。',
      'postgresql://host:5432/database or mysql://host:3306/database (MySQL and MariaDB). It is only read, never written.',
    ),
    secret: t('数据库账号的密码', 'Password of the database account'),
    user: t('数据库账号', 'Database account'),
    userHint: t('请使用只有读取权限的账号。', 'Use an account that may only read.'),
    securities: { tls: t('TLS，核对证书', 'TLS, certificate checked'), none: t('不加密', 'None') },
    userTable: t('用户的表或视图', 'Table or view of users'),
    tableHint: t(
      '可带模式名，如 hr.person；只读取映射所用的列。',
      'With the schema if need be, such as hr.person. Only the columns of the mapping are read.',
    ),
    orgTable: t('机构的表或视图', 'Table or view of organisations'),
    updatedColumn: t('更新时间的列', 'Column of the update time'),
    updatedHint: t(
      '每次修改都会变大的时间或数字；填写后可以只读取变化。',
      'A time or number that grows with every change; with it, changes can be read alone.',
    ),
  },
  file: {
    secret: t('接收文件的令牌', 'Token to receive files'),
    secretHint: t(
      '由其他系统送文件时填写，送文件的请求以 Bearer 令牌携带；不填则只能在此上传。',
      'For files other systems send; they send it as a Bearer token. Left empty, files can only be uploaded here.',
    ),
    encoding: t('CSV 的编码', 'CSV encoding'),
    encodings: { auto: t('自动识别', 'Detect'), 'utf-8': 'UTF-8', gb18030: t('GB 18030（GBK）', 'GB 18030 (GBK)') },
    separator: t('CSV 的分隔符', 'CSV separator'),
    separators: { auto: t('自动识别', 'Detect'), ',': t('逗号', 'Comma'), ';': t('分号', 'Semicolon'), '\t': t('制表符', 'Tab') },
    maxAge: t('文件的有效小时数', 'Hours a file is valid'),
    maxAgeHint: t(
      '超过时不再读取，避免旧名单反复计入离开；留空不限。',
      'An older file is not read, so that an old list does not make people count as gone. Leave empty for no limit.',
    ),
    runs: t('收到文件后立即同步', 'Synchronise as soon as a file arrives'),
    userFile: t('用户文件', 'File of users'),
    fileHint: t(
      'xlsx 或 csv，第一行是列名，每次都是完整的名单。',
      'xlsx or csv with the column names in the first row; always the whole list.',
    ),
    orgFile: t('机构文件', 'File of organisations'),
    choose: acts.chooseFile,
    change: t('更换文件', 'Change file'),
    rows: t(
      (name: string, rows: number) => `${name}，${rows} 行`,
      (name, rows) => `${name}, ${plural(rows, 'row')}`,
    ),
    stored: t('已有文件，可以更换', 'There is a file; you can change it'),
    missing: t('请上传文件', 'Upload a file'),
    inbox: t('接收文件的地址', 'Address files are sent to'),
    inboxHint: t(
      '以 PUT 或 POST 送来文件的内容，请求头 Authorization 为“Bearer 令牌”；机构文件的地址以 /org 结尾。',
      'Send the content of the file with PUT or POST, and “Bearer TOKEN” in the header Authorization. For a file of organisations the address ends with /org.',
    ),
  },
  scim: {
    url: t('SCIM 地址', 'Address of the SCIM server'),
    urlHint: t(
      '以 /scim/v2 等结尾的根地址。映射中扩展属性写作 enterprise.employeeNumber，用户所在的组写作 groupIds。',
      'Its base, such as …/scim/v2. In the mapping the extension is enterprise.employeeNumber, and the groups of a user are groupIds.',
    ),
    secret: t('Bearer 令牌', 'Bearer token'),
    orgs: t('机构取自', 'Organisations are read from'),
    kinds: { Groups: t('Groups（组）', 'Groups'), Organizations: t('Organizations（机构）', 'Organizations') },
  },
  cloud: {
    url: t('接口地址', 'API address'),
    urlHint: t('只有私有部署才需要填写。', 'Needed for private deployments only.'),
    rootDept: t('根部门 ID', 'Root department ID'),
    corpId: t('企业 ID', 'Company ID'),
    members: t('成员的读取', 'What is read of members'),
    memberKinds: { detail: t('详细信息', 'Details'), ids: t('只读取标识和部门', 'Only IDs and departments') },
    wecomNote: t(
      '2022 年 6 月 20 日后新建的自建应用读取不到成员的手机号、邮箱、性别、头像和地址；8 月 15 日后新增的服务器 IP 用通讯录同步的 Secret 只能读取标识和部门。因此以成员标识、姓名和部门为准，手机号只在为空时写入。',
      'Self-built applications made after 20 June 2022 are not given phone number, email, gender, picture and address of members; from server addresses added after 15 August 2022 the secret of contacts synchronisation reads IDs and departments only. So go by ID, name and department, and write the phone number only where it is empty.',
    ),
    feishuQuota: t(
      '飞书基础版限制每月的接口调用次数：10 万名用户全量读取一次约 2,000 次，另加每个部门至少一次。每晚全量一次足够，白天的变化请用变更通知。',
      'Feishu’s basic edition limits the API calls of a month: one full read of 100,000 users takes some 2,000 calls and one or more for each department. One full run a night is enough; use change notices for what happens by day.',
    ),
    callback: t('变更通知', 'Change notices'),
    callbackHint: t(
      '平台在用户或部门变化时通知本系统，几秒后单独读取；不填则只按时间全量读取。',
      'The platform tells this system when a user or department changes, which is then read within seconds; left empty, everything is read on schedule only.',
    ),
    callbacks: { eventToken: t('通知的 Token', 'Token of notices'), eventKey: t('通知的加密密钥', 'Encryption key of notices') },
    callbackUrl: t('通知地址', 'Address of notices'),
    callbackLater: t('保存任务后显示', 'Shown once the task is saved'),
    userId: t('用户标识', 'User ID'),
    userIds: { open_id: 'open_id', union_id: 'union_id', user_id: 'user_id' },
  },
} as const
