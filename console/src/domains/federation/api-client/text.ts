import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: t('API授权', 'API access'),
  description: t(
    '让其他系统以自己的身份调用接口：为每个系统建立客户端，只授予它需要的接口。',
    'Lets other systems call the APIs in their own name: make a client for each of them and grant only the APIs it needs.',
  ),
  add: t('新增客户端', 'Add client'),
  list: t('API客户端列表', 'API clients'),
  none: t('还没有API客户端', 'No API clients yet'),
  noneHint: t('新增客户端并保存密钥，再选择它可以调用的接口。', 'Add a client, keep its secret, then choose the APIs it may call.'),
  enabled: states.enabled,
  disabled: states.disabled,
  over: states.expired,
  forever: states.noEndDate,
  never: t('从未', 'Never'),
  unlimited: t('不限', 'No limit'),
  addresses: t(
    (count: number) => `${count} 条规则`,
    count => plural(count, 'rule'),
  ),
  calls: t(
    (count: number) => `${count} 个接口`,
    count => plural(count, 'API'),
  ),
  perMinute: t(
    (limit: number | null) => (limit === null ? '不限' : `${limit.toLocaleString('zh-CN')} 次/分钟`),
    limit => (limit === null ? 'No limit' : `${limit.toLocaleString('en-GB')}/min`),
  ),
  columns: {
    name: fields.name,
    clientId: fields.clientId,
    calls: t('可调用', 'May call'),
    endTime: fields.validUntil,
    addresses: t('来源地址', 'Addresses'),
    limit: t('频率', 'Rate limit'),
    lastTime: t('最近调用', 'Last call'),
    status: fields.status,
  },
  tools: { api: t(things.api, 'APIs'), edit: acts.edit, rotate: acts.rotateSecret, remove: acts.remove },
  acts: {
    saved: outcomes.saved,
    done: outcomes.done,
    removed: outcomes.removed,
    used: t(
      (time: string, ip: string) => `最近调用：${time}（${ip}）。`,
      (time, ip) => `Last call: ${time} (${ip}).`,
    ),
    unused: t('从未调用过。', 'It has never called.'),
    usedMany: t(
      (count: number) => `其中 ${count} 个调用过接口。`,
      count => `${count} of them ${count === 1 ? 'has' : 'have'} called an API.`,
    ),
    enableTitle: named.enable,
    enableText: t(
      '启用后，凭原有密钥即可再次调用；停用前取得的访问令牌不会恢复。',
      'It can call again with the secret it has. Access tokens from before it was disabled stay invalid.',
    ),
    disableTitle: named.disable,
    disableText: t(
      (used: string) => `停用后它的每次调用立即被拒绝，已取得的访问令牌同时作废；可再次启用。${used}`,
      used => `Every call it makes is refused at once and the access tokens it holds become invalid. It can be enabled again. ${used}`,
    ),
    enableMany: t(
      (count: number) => `启用 ${count} 个客户端`,
      count => `Enable ${plural(count, 'client')}`,
    ),
    disableMany: t(
      (count: number) => `停用 ${count} 个客户端`,
      count => `Disable ${plural(count, 'client')}`,
    ),
    removeTitle: named.remove,
    removeText: t(
      (used: string) => `删除后它的每次调用立即被拒绝，密钥与访问令牌作废，不能恢复。${used}`,
      used => `Every call it makes is refused at once; its secret and access tokens become invalid. This cannot be undone. ${used}`,
    ),
    removeMany: t(
      (count: number) => `删除 ${count} 个客户端`,
      count => `Delete ${plural(count, 'client')}`,
    ),
  },
  dialog: {
    add: t('新增API客户端', 'Add API client'),
    edit: t('编辑API客户端', 'Edit API client'),
    name: fields.name,
    nameHint: t('调用方系统的名称，会出现在操作日志中。', 'Name of the calling system; it appears in the operation log.'),
    nameTaken: problems.nameTaken,
    ip: t('来源地址', 'Source addresses'),
    ipHint: t(
      '每行一条：IP、网段（10.0.0.0/8）或范围（10.0.0.1-10.0.0.9）；不填则不限。',
      'One on each line: an IP, a network (10.0.0.0/8) or a range (10.0.0.1-10.0.0.9). Leave empty for no limit.',
    ),
    endTime: fields.validUntil,
    endHint: t('到期后立即不能调用；不填为长期。', 'Once expired it cannot call any more. Leave empty for no end.'),
    limit: t('每分钟次数', 'Calls per minute'),
    limitProblem: t('请填写1至100000的整数，或不填', 'Enter a whole number from 1 to 100000, or leave it empty'),
    limitHint: t('超出的调用被拒绝；不填为不限。', 'Calls beyond this are refused. Leave empty for no limit.'),
    remark: fields.remark,
  },
  rotate: {
    keep: t('日常更换：留出时间，让调用方换用新密钥', 'For a routine change: leaves time for the caller to take up the new secret'),
    end: t(
      '密钥可能已泄露时使用：凭它取得的访问令牌同时作废',
      'Where the secret may have leaked: access tokens obtained with it become invalid too',
    ),
  },
  detail: {
    title: t(
      (name: string) => `API客户端“${name}”`,
      name => `API client “${name}”`,
    ),
    back: acts.backToList,
    tabs: {
      api: t('可调用的接口', 'APIs it may call'),
      secret: t('客户端与密钥', 'Client and secret'),
      scim: 'SCIM',
      how: t('调用方法', 'How to call'),
    },
  },
  api: {
    unchanged: t('勾选或取消左侧的接口，这里会列出得失。', 'Tick or untick APIs on the left; what is gained and lost is listed here.'),
    takesEffect: t('保存后，下一次调用即按新的范围判断。', 'Once saved, it holds from the next call on.'),
    notHeld: t(
      '您自己无权使用该接口，不能授予（已授予的可以收回）',
      'You may not call this API yourself, so you cannot grant it (you can revoke it)',
    ),
    save: acts.save,
    confirmTitle: t(
      (name: string) => `保存“${name}”可调用的接口？`,
      name => `Save the APIs “${name}” may call?`,
    ),
    confirmText: t(
      (gained: number, lost: number) => `新增 ${gained} 个，收回 ${lost} 个，立即生效。`,
      (gained, lost) => `${gained} added, ${lost} revoked, in effect at once.`,
    ),
    lostTitle: t('将收回的接口', 'APIs to be revoked'),
    lostUsed: t(
      (time: string, ip: string) => `最近调用 ${time}（${ip}）`,
      (time, ip) => `Last call ${time} (${ip})`,
    ),
    lostUnused: t('从未调用', 'Never called'),
    stale: t('该客户端已被他人修改', 'Somebody else has changed this client'),
    none: t('没有可开放的接口', 'There are no APIs to grant'),
    noneHint: t('接口是否可以开放，在“接口管理”中设置。', `Whether an API can be granted is set under “${things.apiManagement}”.`),
  },
  secrets: {
    endpoints: things.client,
    clientId: fields.clientId,
    token: t('令牌地址', 'Token address'),
    introspection: t('令牌校验地址', 'Token introspection address'),
    api: t('接口地址', 'API address'),
    hint: t(
      '密钥只在生成时显示一次。更换后，旧密钥可继续有效 24 小时。',
      'The secret is shown only when it is made. After a change the former one can stay valid for 24 hours.',
    ),
  },
  how: {
    first: t('方式一：每次带上客户端ID与密钥', 'Option 1: client ID and secret with every call'),
    firstHint: t(
      '最简单，适合服务器之间的调用。请妥善保管密钥，不要放进网页或手机应用。',
      'The simplest, for calls between servers. Keep the secret safe; do not put it into web pages or mobile apps.',
    ),
    second: t('方式二：先取访问令牌，再调用', 'Option 2: get an access token, then call'),
    secondHint: t(
      'OAuth 2.0 客户端凭据。令牌10分钟内有效；可用 scope 只取需要的接口，不填则取得全部已授予的接口。',
      'OAuth 2.0 client credentials. A token is valid for 10 minutes. Use scope to ask only for the APIs you need; without it you get all that are granted.',
    ),
    third: t('其他系统校验令牌', 'Checking tokens in other systems'),
    thirdHint: t(
      '信任虎符令牌的接口，凭自己的客户端查询令牌是否有效、可调用哪些接口（scope）。',
      'APIs that trust the tokens of Hufu ask with a client of their own whether a token is valid and which APIs (scope) it may call.',
    ),
    answers: t('应答', 'Replies'),
    answersHint: t(
      '应答为统一信封 {code, message, data}，code 为 success 表示成功。',
      'Replies come in one envelope {code, message, data}; the code success means that it succeeded.',
    ),
    refused: [
      [
        '4403',
        t(
          '客户端ID或密钥不正确、已停用、已到期、来源地址不符，或没有获授该接口',
          'The client ID or secret is wrong, the client is disabled or expired, the address is not allowed, or the API is not granted',
        ),
      ],
      [
        'invalid_credentials',
        t(
          '访问令牌无效、已过期或已作废（HTTP 401），请重新获取',
          'The access token is invalid, has expired or was revoked (HTTP 401); get another one',
        ),
      ],
      [
        'global_prompt',
        t('调用过于频繁，或业务上不能执行，原因见 message', 'Too many calls, or it cannot be done as things stand; the message says why'),
      ],
    ] as const,
    none: t('尚未授予任何接口，以下以“查询用户”为例。', 'No API is granted yet; the examples query users.'),
  },
} as const
