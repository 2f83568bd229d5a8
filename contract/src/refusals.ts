import { PARAMETER_PROBLEM, fieldLabel } from './field-text.ts'
import { named, problems, text, things } from './text.ts'

/** A reason why the server refuses a request: name, wire code (D-03), sentence. `refuse()` takes the name. */
export interface Refusal {
  code: string
  message: string | ((detail: RefusalDetail) => string)
  /** The envelope's data; null without this function. */
  data?: (detail: RefusalDetail) => unknown
  /** D-03: only these carry `status: false`. */
  status?: false
  /** HTTP status of a JSON answer where it is not 200 (D-04). */
  http?: number
}
export type RefusalDetail = Record<string, unknown>

const prompt = (message: Refusal['message']): Refusal => ({ code: 'global_prompt', message })
const serviceError = (http: number, message: string): Refusal => ({ code: 'service_error', message, http })
const forbidden = (message: Refusal['message'], http?: number): Refusal => ({ code: '4403', message, status: false, ...(http && { http }) })
const passwordError = (message: Refusal['message']): Refusal => ({ code: 'password_error', message })
const notConfigured = (sentence: string): Refusal => ({ code: '600', message: sentence, data: () => sentence })

/** An application or a role of it, and where it comes from. */
const rightName = ({ appName, roleName, subjectName }: RefusalDetail) =>
  `${subjectName ? `“${String(subjectName)}”带有的` : ''}应用“${String(appName)}”${roleName ? `的角色“${String(roleName)}”` : ''}`

const objectNamed = (objectType: unknown) => (objectType === 'org' ? '机构' : things.user)

/** The field and what is wrong with it. */
const fieldProblem = ({ field, reason }: RefusalDetail) => (field === undefined ? null : { field, reason })

/** A schema's own sentence is used as it is; otherwise the sentence consists of the field's name and the reason. */
const sentenceOfField = (sentence: unknown, field: unknown, reason: unknown): string =>
  typeof sentence === 'string'
    ? sentence
    : field === undefined
      ? PARAMETER_PROBLEM
      : `${PARAMETER_PROBLEM}：${fieldLabel(String(field))} ${String(reason)}`
const waitHint = (seconds: number): string => {
  if (seconds < 120) return `（约${seconds}秒后）`
  return seconds < 7200 ? `（约${Math.ceil(seconds / 60)}分钟后）` : `（约${Math.ceil(seconds / 3600)}小时后）`
}

/** `pending` and `factors` are set if more than the setting needPhoneVerify requires the second step (decision 0021). */
const secondStepData = ({ userId, telephone, pending, factors }: RefusalDetail) => ({
  userId,
  telephone,
  ...(pending !== undefined && { pending, factors }),
})

export const refusals = {
  // the wire (D-04)
  unknownPath: serviceError(404, problems.apiMissing),
  wrongMethod: serviceError(405, '请求方式不支持'),
  unreadable: serviceError(400, '请求格式错误'),
  wrongContentType: serviceError(415, '请求格式错误'),
  tooLarge: serviceError(413, '请求内容过大'),
  defect: serviceError(500, '系统异常，请稍后重试'),
  outage: serviceError(503, '系统异常，请稍后重试'),
  stopping: serviceError(503, '服务正在停止，请稍后重试'),
  headersTooLarge: serviceError(431, '请求内容过大'),
  tooSlow: serviceError(408, '请求超时，请稍后重试'),
  foreignSite: forbidden(problems.actNotAllowed, 403),

  // who (D-03)
  signInAgain: { code: 'invalid_credentials', message: '登录已失效，请重新登录' },
  // Answered to API clients, by RFC 6750.
  accessTokenWrong: { code: 'invalid_credentials', message: '访问令牌无效或已过期', http: 401 },
  forcedOut: { code: '6', message: '您已被强制下线' },
  forbidden: forbidden(problems.actNotAllowed),
  changePasswordFirst: forbidden('请先修改密码'),
  bindFactorFirst: forbidden(text.bindFactorFirst),
  showFactorFirst: forbidden('请先用已绑定的方式完成二次验证'),
  stepUpNeeded: { code: 'step_up_needed', message: '请先验证身份' },
  /** `seconds`: when the next request will be accepted, if known. */
  tooOften: {
    ...prompt(({ seconds }) => `操作过于频繁，请稍后再试${typeof seconds === 'number' ? waitHint(seconds) : ''}`),
    data: ({ seconds }) => (typeof seconds === 'number' ? { retryAfter: seconds } : null),
  },

  // signing in (D-24)
  methodOff: prompt('该登录方式未开启'),
  addressRefused: prompt('当前IP不允许登录'),
  hourRefused: prompt('当前时间不允许登录'),
  /** Not counted as a failed attempt, because the form was not asked for the text before. */
  captchaNeeded: { code: '10002', message: '为确认是您本人操作，请输入图中字符', data: () => ({ captcha: true }) },
  captchaWrong: { code: '10002', message: '验证码错误或已失效' },
  wrongCredentials: {
    code: '4',
    message: ({ remain }) => `用户名或密码错误，还可尝试${String(remain)}次`,
    data: ({ remain }) => ({ remain }),
  },
  locked: {
    code: '7',
    message: ({ minutes }) => `账号已锁定，请${String(minutes)}分钟后重试或联系管理员解锁`,
    data: ({ minutes, unlockTime }) => ({ minutes, unlockTime }),
  },
  accountDisabled: { code: '10007', message: '账号已停用，请联系管理员', data: () => ({ reason: 'disabled' }) },
  accountExpired: { code: '10007', message: '账号已过期，请联系管理员', data: () => ({ reason: 'expired' }) },
  phoneVerifyNeeded: {
    code: '3010',
    message: '请完成手机验证',
    data: secondStepData,
  },
  secondStepNeeded: { code: '3010', message: problems.secondFactorNeeded, data: secondStepData },
  secondStepOver: { code: '10002', message: '验证已超时，请重新登录' },
  passkeyWrong: { code: '10002', message: '通行密钥无效或验证已超时，请重试' },
  passkeyCopied: { code: '10002', message: '通行密钥的使用次数异常，可能已被复制，请联系管理员' },
  phoneUnbound: { code: '10', message: '该手机号未绑定账号' },
  phoneProblem: prompt(problems.phoneWrong),
  scanWaiting: {
    code: '10004',
    message: '等待扫码确认',
    data: ({ state, qrUrl, expire }) => ({ state, qrUrl, expire }),
    status: false,
  },
  scanOver: { code: '10002', message: '二维码已失效，请刷新' },
  wxUnbound: { code: '10', message: '该微信未绑定账号', data: ({ bindKey }) => ({ bindKey }) },
  zfbUnbound: { code: '10', message: '该支付宝未绑定账号', data: ({ bindKey }) => ({ bindKey }) },
  bindKeyInvalid: { code: '10002', message: '绑定已失效，请重新扫码', data: () => ({ reason: 'scanAgain' }) },
  wxMissing: notConfigured('请联系管理员配置微信登录'),
  zfbMissing: notConfigured('请联系管理员配置支付宝登录'),
  faceMissing: notConfigured('请联系管理员配置人脸识别服务'),
  faceWrong: { code: '4', message: '人脸比对失败', data: ({ remain }) => ({ remain }) },
  faceTokenInvalid: { code: '10002', message: '身份核验已失效，请重新核验' },
  faceUnavailable: prompt('人脸识别服务暂不可用，请使用其他登录方式'),
  facePictureProblem: prompt('照片格式不正确，请重新拍摄'),
  phoneUnproven: prompt('请先验证手机号'),
  emailProblem: prompt(problems.emailWrong),
  emailUnproven: prompt('新邮箱须先通过邮件验证码验证'),
  phoneBound: prompt('已绑定手机号，请使用换绑'),
  caMissing: notConfigured('请联系管理员配置数字证书服务'),
  certificateWrong: { code: '10002', message: '证书验证失败' },
  certificateAbsent: prompt('未收到客户端证书，请确认证书已插入后重试'),
  certificateUnbound: { code: '10', message: '该证书未绑定账号', data: ({ bindKey }) => ({ bindKey }) },
  ticketInvalid: { code: '10002', message: '登录凭证无效或已过期' },

  // passwords (D-45 to D-47)
  passwordUnreadable: passwordError('密码解密失败，请刷新页面重试'),
  passwordProblem: passwordError(({ sentence }) => String(sentence)),
  oldPasswordWrong: passwordError('旧密码不正确'),
  proofInvalid: passwordError('验证已失效，请重新验证'),
  passwordUnchanged: passwordError('设置的新密码与旧密码一样'),
  passwordReused: passwordError(({ sentence }) => String(sentence)),
  initialPasswordProblem: prompt(({ sentence }) => String(sentence)),
  initialPasswordMissing: notConfigured('请先设置初始密码'),
  initialPasswordWeak: notConfigured('统一初始密码不符合现行密码策略，请先设置新的初始密码'),
  smsGatewayMissing: notConfigured('请先配置短信网关'),
  smsTemplateMissing: notConfigured('请先配置短信模板编号'),
  mailServerMissing: notConfigured('请先配置邮件服务器'),
  smsDayFull: prompt(
    ({ limit, rest }) => `今日密码短信已达上限（${String(limit)}条），还可发送${String(rest)}条，请减少人数、改日再发或不使用短信通知`,
  ),
  smsMissing: prompt('短信记录不存在'),
  notForced: forbidden(problems.actNotAllowed),

  // input
  parameterProblem: { ...prompt(({ sentence, field, reason }) => sentenceOfField(sentence, field, reason)), data: fieldProblem },
  illegalText: { code: '10006', message: '存在非法字符', data: ({ field }) => field },
  nothingChosen: prompt(problems.dataNotChosen),
  filterUnreadable: { ...prompt('查询条件格式不正确'), data: fieldProblem },
  filterUnknown: { ...prompt(({ field }) => `查询条件中没有“${String(field)}”这一项，请检查名称`), data: fieldProblem },
  expectedMissing: {
    ...prompt(({ count }) => `按条件操作将涉及${String(count)}人，请在expected中填写该人数以确认`),
    data: ({ count }) => ({ field: 'expected', count }),
  },
  expectedDiffers: {
    ...prompt(({ count, expected }) => `您确认的是${String(expected)}人，现在将涉及${String(count)}人，请刷新列表后重新确认`),
    data: ({ count, expected }) => ({ field: 'expected', count, expected }),
  },
  bulkTooMany: prompt(({ max }) => `一次最多操作${String(max)}人，请缩小范围`),
  stale: prompt(problems.stale),
  statusProblem: prompt('状态值不正确'),
  decryptFailed: prompt('解密失败'),
  storageFull: serviceError(503, '存储空间不足，请联系管理员'),

  // not found (D-15); a foreign record is answered the same way (D-75)
  userMissing: prompt('用户不存在'),
  orgMissing: prompt(problems.orgMissing),
  parentOrgMissing: prompt(problems.orgMissing),
  menuMissing: prompt('菜单不存在'),
  roleMissing: prompt('角色不存在'),
  fileMissing: prompt('文件不存在'),
  configMissing: prompt('配置不存在'),
  configValueProblem: prompt('配置值不正确'),
  configJsonProblem: prompt('参数值不是合法的 JSON'),
  configBuiltIn: prompt('内置参数不能删除'),
  // what would lock everybody out (T27)
  ipRuleProblem: prompt(({ list, line, rule }) => `${String(list)}第${String(line)}行格式不正确：${String(rule)}`),
  // `trial`: the change can be made as one that must be confirmed.
  addressExcluded: {
    ...prompt(({ ip }) => `保存后您当前的地址 ${String(ip)} 将不能登录，请调整规则或选择试行`),
    data: () => ({ trial: true }),
  },
  hourExcluded: { ...prompt('保存后当前时间将不能登录，请调整时间或选择试行'), data: () => ({ trial: true }) },
  hoursEmpty: prompt('开始时间与结束时间不能相同'),
  noWayIn: prompt('至少保留一种超级管理员可用的登录方式'),
  faceAlone: prompt('人脸登录不能作为唯一的登录方式'),
  trialRunning: prompt('有一项设置正在试行，请先确认或撤回'),
  confirmationOver: prompt('试行已结束'),
  confirmationElsewhere: prompt('请在新规则允许的地址和时间确认'),
  taskMissing: prompt('任务不存在或已过期'),
  noticeMissing: prompt('文件不存在'),
  orgRangeMissing: prompt('机构范围不存在'),
  labelMissing: prompt('标签不存在'),
  rankMissing: prompt('职级不存在'),
  titleMissing: prompt('职称不存在'),
  dutyMissing: prompt('职务不存在'),
  postMissing: prompt('岗位不存在'),
  stripeMissing: prompt('条线不存在'),
  workGroupMissing: prompt('工作组不存在'),
  planMissing: prompt('导入预演不存在或已过期，请重新上传'),

  // taken: each name is also the name of a constraint
  userNameTaken: prompt(problems.userNameTaken),
  phoneTaken: prompt('手机号已存在'),
  idCardTaken: prompt('身份证号已存在'),
  originUserIdTaken: prompt('原系统用户ID已存在'),
  employeeNumberTaken: prompt('工号已存在'),
  emailTaken: prompt('邮箱已被其他用户验证'),
  orgCodeTaken: prompt(problems.codeTaken),
  orgNameTaken: prompt(problems.nameTaken),
  originOrgIdTaken: prompt('原系统机构ID已存在'),
  orgRangeNameTaken: prompt(problems.nameTaken),
  stripeCodeTaken: prompt(problems.codeTaken),
  stripeNameTaken: prompt(problems.nameTaken),
  workGroupCodeTaken: prompt(problems.codeTaken),
  workGroupNameTaken: prompt(problems.nameTaken),
  menuNameTaken: prompt(problems.nameTaken),
  menuMarkTaken: prompt(problems.codeTaken),
  noticeTitleTaken: prompt(problems.nameTaken),
  configKeyTaken: prompt(problems.codeTaken),
  roleCodeTaken: prompt(problems.codeTaken),
  roleNameTaken: prompt(problems.nameTaken),
  taskIdTaken: prompt('任务编号已存在'),
  standingCodeTaken: prompt(problems.codeTaken),
  standingNameTaken: prompt(problems.nameTaken),
  userLabelNameTaken: prompt(problems.nameTaken),
  quartzNameTaken: prompt('名称已存在'),

  // synchronisation (D-56)
  syncNameTaken: prompt(problems.nameTaken),
  syncMissing: prompt('同步任务不存在'),
  syncRunning: prompt('同步任务正在执行'),
  syncTypeMissing: prompt('暂不支持该来源类型'),
  syncOptionProblem: { ...prompt(({ field }) => `来源的设置不正确：${String(field)}`), data: ({ field }) => ({ field }) },
  syncAddressRefused: prompt('地址不允许访问'),
  syncTargetMissing: prompt('请填写地址或选择应用'),
  syncFieldMissing: prompt(({ label }) => `映射缺少必填字段「${String(label)}」`),
  syncFieldUnknown: prompt(({ field }) => `映射的字段「${String(field)}」不存在`),
  syncFieldTwice: prompt(({ label }) => `映射的字段「${String(label)}」重复`),
  syncFieldEmpty: prompt(({ label }) => `映射的字段「${String(label)}」没有来源`),
  syncPathProblem: prompt(({ label }) => `「${String(label)}」的来源路径不正确`),
  syncDateFormatProblem: prompt(
    ({ label, format }) => `「${String(label)}」的日期格式“${String(format)}”不正确：应如 yyyyMMdd 或 yyyy-MM-dd HH:mm:ss，每部分只写一次`,
  ),
  syncTransformProblem: prompt(({ label }) => `「${String(label)}」的转换不适用`),
  syncIdentityLocked: prompt('标识字段已有关联，不能修改'),
  syncIdentitySame: prompt('标识字段没有变化'),
  syncNothingLinked: prompt('该任务还没有关联，请直接修改字段映射'),
  syncDirectionFixed: prompt('同步方向和来源类型不能修改'),
  syncLinkMissing: prompt('该关联已不存在'),
  syncLinkSame: prompt('已经关联到该用户'),
  syncNoDelta: prompt('该来源不能只读取变化，请使用全量同步'),
  syncDeltaAlone: prompt('增量同步须与定时的全量同步一起使用，请填写执行周期'),
  syncOneInwards: prompt('只有从外部同步的任务可以单独读取一个对象'),
  syncSecretAgain: prompt('地址已更换，请重新填写密钥和请求头的值'),
  syncFailed: prompt(({ sentence }) => String(sentence)),
  syncRunMissing: prompt('同步记录不存在'),
  syncPlanChanged: prompt('计划已变化，请重新核对'),
  syncPlanOver: prompt('该计划已不能放行'),
  syncOwnRelease: prompt('不能放行自己发起的同步'),
  syncConflictMissing: prompt('该冲突已处理'),
  syncObjectLinked: prompt('该对象已与此来源的另一条数据关联'),
  ownedBySource: prompt(({ name }) => `该字段由「${String(name)}」维护`),

  // the dictionary (D-57)
  dictTypeUnknown: { code: '10005', message: ({ type }) => `查询不到字典类别：${String(type)}`, data: ({ type }) => type },
  dictTypeMissing: prompt('字典类别不存在'),
  dictItemMissing: prompt('字典项不存在'),
  dictTypeTaken: prompt('字典类别已存在'),
  dictCodeTaken: prompt(problems.codeTaken),
  dictTypeBuiltIn: prompt('内置字典不能删除'),
  dictItemLocked: prompt('该字典的编码由系统定义，只能修改名称、排序号和备注'),
  dictItemUsed: {
    ...prompt(({ name, count }) => `字典项“${String(name)}”已被 ${String(count)} 条数据使用，不能删除或修改编码`),
    data: ({ count }) => ({ count }),
  },
  orgTypeUnknown: prompt('机构类型不存在或已停用，请从字典中选择'),

  // users and jobs
  builtInAccount: prompt(problems.builtInAccount),
  ownAccount: prompt('不能删除当前登录账号'),
  ownNameCertified: prompt('已实名认证，姓名不能自行修改，请联系管理员'),
  ownUserName: prompt('不能修改自己的用户名，请由其他管理员操作'),
  jobMainOnce: prompt('主职必须且只能有一个'),
  jobOrgOnce: prompt(problems.duplicateJobOrg),
  mainJobStays: prompt('主职不可删除，请先调整主职'),
  fieldRequired: prompt(({ label }) => named.missing(String(label))),
  identityMismatch: prompt('姓名与身份证号不一致'),

  // identities at other providers (D-29)
  bindingTaken: prompt('已绑定其他账号，请先在该账号中解绑'),
  bindingOnce: prompt('您的账号已有绑定，请先解绑'),
  lastWayIn: prompt('这是您唯一的登录方式，请先设置密码或绑定其他方式'),
  identityProviderNameTaken: prompt(problems.nameTaken),
  identityProviderCodeTaken: prompt(problems.codeTaken),
  identityProviderMissing: prompt('上游身份提供方不存在或已停用'),
  identityProviderProblem: prompt(({ why }) => String(why)),
  identityProviderFixed: prompt('编码和类型不能修改'),
  identityProviderLinked: prompt('已有用户绑定，不能改为另一个提供方，请新建'),
  identityProviderSecret: prompt('请填写客户端密钥'),
  identityProviderOrg: prompt('请选择新账号所在的机构'),
  identityProviderClaim: prompt('按该属性绑定时，须填写属性名并确认由该提供方决定其取值'),
  identityProviderTrust: forbidden(
    '按提供方给出的属性找到已有账号，等于可以登录任何非管理员账号。只有超级管理员（三员分立时为安全管理员）可以设置或变更',
  ),
  identityLinkTaken: prompt('该身份已绑定其他账号，请先在该账号中解除绑定'),
  identityLinkOnce: prompt('您的账号已绑定该提供方的另一个身份，请先解除绑定'),
  identityLinkMissing: prompt('该绑定已不存在'),

  // roles and administrators (D-33, D-38; docs/decisions/rights.md, 0012)
  adminMissing: prompt('管理员不存在'),
  superRoleFixed: prompt('超级管理员角色不允许此操作'),
  builtInRole: prompt('内置角色不允许此操作'),
  roleHeld: prompt('角色已分配用户，无法删除'),
  roleDisabled: prompt('角色已停用，不能分配'),
  roleMissingChoice: prompt(problems.roleNotChosen),
  quartzMissing: prompt('定时任务不存在'),
  quartzParamsProblem: prompt('任务参数不正确'),
  quartzRunning: prompt('任务正在执行'),
  quartzBuiltIn: prompt('内置任务不能删除'),
  quartzCodeFixed: prompt('内置任务的类型不能更改'),
  sm4TooLong: prompt('内容不能超过 64 KB'),
  cleanMissing: prompt('清理对象不存在'),
  cleanDaysProblem: prompt(({ least }) => `保留天数须在 ${String(least)} 到 3650 之间`),
  checkpointForged: prompt('操作日志的检查点签名无效，不能清理，请先校验完整性'),
  cronProblem: prompt('Cron 表达式不正确'),
  cronBothDays: prompt('日和星期只能指定一个，另一个用 ?'),
  cronNever: prompt('按此 Cron 表达式永远不会执行'),
  cronTooOften: prompt('执行间隔不能小于1分钟'),
  devopsNotGranted: prompt('运维管理菜单不能授予角色'),
  lastSuperAdmin: prompt('必须保留至少一名启用且长期有效的超级管理员'),
  ownStatus: prompt('不能停用当前登录账号'),
  ownAdmin: prompt('不能停用或移除自己的管理员身份'),
  ownRoles: prompt('不能变更自己的角色'),
  ownAccess: prompt('保存后您将无法再进入本页面，请由其他管理员操作'),
  beyondOwn: forbidden('不能授予或收回您未持有的权限'),
  higherUser: forbidden('所选用户的权限高于您，不能进行此操作'),
  otherJobsOff: prompt('未开启兼职，不能新增兼职'),
  otherJobsFull: prompt(({ max }) => `兼职已达上限${String(max)}个`),

  // ranks, titles, duties, posts, labels
  accountElsewhere: forbidden('所选用户的主职机构不在您的管理范围内，您只能修改其在您管理机构的任职'),
  standingInUse: { ...prompt('已被用户使用，无法删除'), data: ({ name }) => ({ name }) },
  noStandard: prompt('没有可用的国家标准代码'),
  labelByRule: prompt('该标签按规则自动维护，不能手工添加或移除用户'),
  labelsByRule: prompt('按规则维护的标签不能合并'),
  labelByHand: prompt('手动标签不能改为按规则维护'),
  labelBeyondScope: prompt('该标签涉及管理范围以外的用户，不能由您修改'),
  ruleBeyondScope: prompt('规则只能由管理全部机构的用户设置'),
  ruleTooSlow: prompt('规则过于复杂，请减少条件后重试'),

  // organisations
  orgNotEmpty: prompt('该机构下存在子机构或用户，无法删除'),
  orgCircle: prompt('不能移动到自身或下级机构'),
  rootOrg: prompt('根机构不允许此操作'),
  parentOrgGone: prompt('上级机构不存在，请选择上级机构'),
  formerOrgMissing: prompt(problems.formerOrgMissing),
  defaultRange: prompt('默认范围不允许此操作'),

  // lines and work groups
  stripeOrgOnce: prompt('机构已在该条线中'),
  stripeParentMissing: prompt(problems.orgMissing),
  stripeCircle: prompt('不能移动到自身或下级机构'),
  businessLineBeyondScope: forbidden('条线中有管理范围以外的机构，不能整体操作'),
  workGroupLeaderMissing: prompt('用户不存在'),
  workGroupByRule: prompt('该工作组按规则自动维护，不能手工添加或移除成员'),
  workGroupByHand: prompt('静态工作组不能改为按规则维护'),
  workGroupFull: prompt(({ max }) => `工作组成员不能超过${String(max)}人`),

  // applications and what is granted of them (D-62)
  appMissing: prompt('应用不存在'),
  tokenAlgMissing: prompt('当前密码算法配置不支持该签名算法'),
  jobMissing: prompt('任职不存在'),
  appNameTaken: prompt(problems.nameTaken),
  appCodeTaken: prompt(problems.codeTaken),
  pushAddressRefused: prompt('目标地址不被允许'),
  // For SAML; the server supplies the sentence.
  samlProblem: prompt(({ why }) => String(why)),
  samlEntityTaken: prompt('该实体ID已登记在其他应用'),
  oidcResourceTaken: prompt('该资源标识已登记在其他应用'),
  consentMissing: prompt('该授权已不存在'),
  clientKeyMissing: prompt('请先填写公钥'),
  clientCertificateWrong: prompt('请填写 PEM 格式的证书：由 CA 签发的填一张，须有主体；自签名的最多5张；不要包含私钥'),
  frontchannelForeign: prompt('前端退出地址须与某个回调地址的协议、主机和端口相同'),
  mtlsOff: prompt('部署时没有设置双向 TLS 的地址，不能以证书证明身份'),
  fapiNeedsKey: prompt('FAPI 2.0 要求应用以公钥或证书证明身份'),
  fapiNeedsAlg: prompt('FAPI 2.0 要求以 ES256 签名ID令牌'),
  nonceNeedsSecret: prompt('没有密钥的应用必须使用 PKCE'),
  cibaNeedsSecret: prompt('没有密钥的应用不能向用户发起请求'),
  cibaNotFapi: prompt('按 FAPI 2.0 要求的应用不能向用户发起请求'),
  appRequestMissing: prompt('该请求已过期或已处理'),
  appRequestNoAccess: prompt('您现在不能使用该应用，无法同意；如有疑问，请联系管理员'),
  appRequestNeedsJob: prompt('请先打开该应用并选择任职，再同意该请求'),
  registrationTokenMissing: prompt('注册令牌不存在或已吊销'),
  registrationTokenNameTaken: prompt('注册令牌名称已存在'),
  detailTypeTaken: prompt('授权详情类型已被其他资源服务使用'),
  agentScopeUnknown: prompt('代理的权限范围不在该资源服务的权限范围之内'),
  signingKeyComing: prompt('新的签名密钥尚未启用，请在其启用后再轮换'),
  pushNotSet: prompt('请先保存推送地址和推送密钥'),
  pushNotOpen: prompt(
    ({ app, objectType }) => `应用「${String(app)}」未开启推送${objectType ? `：其推送对象不含${objectNamed(objectType)}` : ''}`,
  ),
  pushNothingHeld: prompt('没有等待放行的推送'),
  pushReleaseOwn: prompt('不能放行由自己的修改引起的推送，请由其他管理员放行'),
  pushReleaseEarly: prompt('只有您一位管理员时，刹车满10分钟后才能自行放行'),
  pushReleaseReason: prompt('请填写放行原因'),
  syncLogMissing: prompt('同步日志不存在'),
  syncLogNotFailed: prompt('只能重试失败的记录'),
  syncRetryMixed: prompt('来源的记录与应用的记录请分别重试'),
  appGranted: prompt('应用已授权，请先取消授权'),
  appGroupMissing: prompt('应用分组不存在'),
  appGroupNameTaken: prompt(problems.nameTaken),
  appGroupNotEmpty: prompt('分组下存在应用，无法删除'),
  appRoleMissing: prompt('应用角色不存在'),
  appRoleNameTaken: prompt(problems.nameTaken),
  appRoleCodeTaken: prompt(problems.codeTaken),
  appRoleHeld: prompt('角色已分配用户，无法删除'),
  appResourceMissing: prompt('资源不存在'),
  appResourceCodeTaken: prompt(problems.codeTaken),
  appResourceHasChildren: prompt('存在下级资源，无法删除'),
  appResourceTooDeep: prompt(({ max }) => `资源最多${String(max)}级`),
  appNotChosen: prompt(problems.appNotChosen),
  appAccountTaken: prompt('应用账号已存在'),
  appUserMissing: prompt('应用用户不存在'),
  grantsTooMany: prompt(({ max }) => `一次最多涉及${String(max)}项授权，请缩小范围`),
  apiClientMissing: prompt('API客户端不存在'),
  apiClientNameTaken: prompt(problems.nameTaken),
  apiItemMissing: prompt('接口不存在或未开放'),
  apiMissing: prompt(problems.apiMissing),
  apiItemPathTaken: prompt('接口已存在'),
  apiBuiltIn: prompt('内置接口不能删除'),
  apiFixed: prompt('内置接口的请求方式和路径不能修改'),
  apiNeverClosed: prompt('该接口不能停用'),
  apiNotOpenable: prompt('该接口不能授予客户端'),
  apiHeld: {
    ...prompt(({ name, count }) => `接口“${String(name)}”有 ${String(count)} 个客户端正在使用`),
    data: ({ count }) => ({ count }),
  },
  apiBeyondOwn: forbidden('不能授予您自己无权使用的接口'),
  scimDefaultOutside: prompt('默认机构应为根机构或其下级机构'),
  scimNotBlocked: prompt('该客户端未被暂停'),
  scimExternalIdTaken: prompt('externalId已被使用'),
  clientBeyondOwn: forbidden('该客户端可调用您无权使用的接口，不能由您更换密钥'),
  authGroupMissing: prompt('权限组不存在'),
  authGroupNameTaken: prompt(problems.nameTaken),
  authGroupCodeTaken: prompt(problems.codeTaken),
  appGrantTimes: prompt('结束时间应晚于开始时间'),
  grantMissing: prompt('授权不存在'),
  subjectMissing: prompt('授权对象不存在'),
  subjectBeyondScope: forbidden('该授权对象涉及管理范围以外的用户，不能由您授权'),
  authGroupBeyondScope: forbidden('该权限组已授予管理范围以外的对象，不能由您修改'),
  grantToOneself: prompt('不能给自己授权，请由其他管理员操作'),
  grantBeyondOwn: forbidden('不能授予或收回您自己未拥有的应用或角色'),
  // N-02: through a label, a post, a group, an organisation, a business line or a rule.
  givesBeyondOwn: forbidden(detail => `操作将使用户得到您自己未拥有的${rightName(detail)}，不能由您进行`),
  givesOneself: forbidden(detail => `不能使自己得到${rightName(detail)}，请由其他管理员操作`),
  clientGivesBeyond: forbidden(
    detail => `操作将使用户得到${rightName(detail)}，该API客户端不能给予。请在管理台操作，或由有权授予的管理员重新开通该接口`,
  ),
  clientOpenerLapsed: forbidden('开通该接口的管理员已无权开通它，请由有权的管理员重新保存该客户端的接口'),
  clientChangesAdministrator: forbidden('API客户端不能变更管理员的任职、标签和工作组，请在管理台操作'),
  movesBeyondOwn: forbidden(
    ({ orgName, menuName }) => `移动后“${String(orgName)}”的分级管理员将得到您自己未拥有的权限“${String(menuName)}”，不能由您进行`,
  ),

  // menus
  menuNotEmpty: prompt('该菜单下存在子菜单，无法删除'),
  menuParentWrong: prompt('上级菜单不正确'),
  menuFixed: prompt('运维管理和菜单管理不能停用、移动或删除'),

  // impersonation
  impersonationOnly: forbidden('正在以他人视角查看，只能查看，不能操作'),
  impersonationEnded: prompt('视角查看已结束，请刷新页面'),

  // separation of duties (三员分立)
  dutyOfSuperAdmin: prompt('超级管理员不能担任三员，三员也不能兼任超级管理员'),
  dutyVacant: prompt('三员分立模式下，每一员至少保留一名可用用户'),
  dutiesIncomplete: prompt('系统管理员、安全管理员、审计管理员须各有至少一名可用用户'),
  dutyOnce: prompt('一人只能担任三员之一，请先免去原职责'),
  dutyOfOneself: prompt('不能变更自己的三员职责'),
  separationSame: prompt('当前已是该模式'),

  // delegated administrators
  delegationClosed: prompt('未开启分级管理'),
  delegationMissing: prompt('分级管理员不存在'),
  gradeAdminTaken: prompt('该用户已是此机构的分级管理员'),
  delegationEmpty: prompt('请至少选择一个菜单'),
  gradeTimeWrong: prompt('有效期不正确'),
  delegationOfOneself: prompt('不能修改自己的授权'),
  delegationUpward: prompt('不能为自己的授权人授权'),

  // second factors (docs/decisions/factors.md, 0021)
  passkeyMissing: prompt('通行密钥不存在'),
  passkeyTaken: prompt('该通行密钥已登记'),
  passkeysFull: prompt('通行密钥数量已达上限，请先删除不再使用的'),
  totpMissing: prompt('未绑定动态口令'),
  totpOver: prompt('绑定已超时，请重新开始'),
  lastFactor: prompt('您的角色要求二次验证，请先绑定其他验证方式'),
  ownFactors: prompt('请在个人中心管理自己的验证方式'),
  // data history
  historyMissing: prompt('历史记录不存在'),
  historyRecordGone: prompt('该记录已不存在，不能还原'),
  historySame: prompt('没有可恢复的差异'),
  historyNothing: prompt('该记录不含可恢复的字段'),
  historyChangedSince: prompt(({ fields }) => `以下字段之后又有修改，不能还原：${(fields as string[]).join('、')}`),
  historyUnsupported: prompt(({ name }) => `${String(name)}的变更不能在此还原，请到对应页面修改`),
  historyShipped: prompt('系统初始数据不能撤销'),
  historyByRule: prompt('按规则生成的标签或工作组删除后不能还原，请重新新增'),
  historyRolesGiven: prompt('该授权对象还有此应用的角色，请先还原这些角色的授权'),
  historyUndone: prompt('该操作已撤销'),
  historyTooMany: prompt(({ max }) => `该操作的变更超过${String(max)}条，不能整体撤销，请逐条还原`),
  restoreOneByOne: prompt('三员分立模式下不能整体撤销操作，请逐条申请还原'),
  restoreNotAsked: prompt('三员分立模式下，须由审计管理员申请还原，安全管理员在24小时内确认'),
  restoreDirectly: prompt('未启用三员分立，请直接还原'),
  // the operation log
  auditMissing: prompt('日志不存在'),
  traceMissing: prompt('没有这个编号的访问或登录记录'),
  auditTooWide: prompt('数据量过大，请缩小时间范围或增加筛选条件'),
  auditBeyondScope: forbidden('仅管理全部机构的用户可以校验完整性和导出存证'),
  // suspicious sign-ins
  ownSession: prompt('不能强制下线当前会话，请使用退出登录'),
  deviceMissing: prompt('设备不存在或已被移除，请刷新后重试'),
  sessionMissing: prompt('会话不存在或已结束，请刷新后重试'),
  ownLock: prompt('不能锁定自己的账号'),
  ownUnlock: prompt('不能解除自己账号的锁定，请由其他管理员操作'),
  incorrectLoginMissing: prompt('锁定记录不存在或已解除，请刷新后重试'),
  logTooWide: prompt('查询范围过大，请缩小时间范围后重试'),

  // reviews (D-53); `objectType` is user or org
  reviewOneByOne: prompt('已开启审核，请逐条提交'),
  examinerMissing: prompt('请选择审核人'),
  examinerUnfit: prompt(({ name, problem }) => `${String(name)}${String(problem)}`),
  opinionMissing: prompt('请输入审核意见'),
  examineMissing: prompt('申请不存在'),
  examineOver: prompt('该申请已处理'),
  examineMoved: prompt('流程已流转，请刷新'),
  examineNotAsked: prompt('您不是当前审核人'),
  examineOwn: prompt('不能审核自己的申请'),
  withdrawForeign: prompt('只能撤回自己的申请'),
  reviewPending: prompt(
    ({ objectType, applyUser }) => `该${objectNamed(objectType)}已有待审核的申请${applyUser ? `（${String(applyUser)}提交）` : ''}`,
  ),
  valueHeld: prompt(({ label }) => `该${String(label)}已在待审核的申请中`),
  nothingChanged: prompt('没有任何修改'),
  changedSince: prompt(
    ({ label, before, now }) => `「${String(label)}」在申请后已被修改：申请前为“${String(before)}”，现在为“${String(now)}”`,
  ),
  reviewedGone: prompt(({ objectType }) => `该${objectNamed(objectType)}已被删除`),
  smsUnreachable: prompt('该用户没有手机号，或今日收到的密码短信已达上限，不能以短信发送密码'),
  applicantBarred: prompt('申请人已没有该操作的权限'),
  applicantBeyond: forbidden(({ sentence }) => `按申请人的权限不能执行：${String(sentence)}`),
  handUnfit: prompt(({ name }) => `${String(name)}不能审核此申请`),
  handAsked: prompt(({ name }) => `${String(name)}已在本步的审核人中`),
  addSignNested: prompt('加签的审核人不能再加签'),
  remindTooSoon: prompt('一小时内已催办过，请稍后再试'),
  remindForeign: prompt('只能催办自己的申请'),
  deputyOneself: prompt('不能委托给自己'),
  deputyUnfit: prompt(({ name }) => `${String(name)}没有审核页面的权限，不能代为审核`),
  pickMissing: prompt(({ node }) => `请为“${String(node)}”选择审核人`),
  pickUnfit: prompt(({ node }) => `“${String(node)}”所选的审核人不可用，请重新选择`),

  // workflows
  workflowMissing: prompt('流程不存在'),
  workflowCodeTaken: prompt(problems.codeTaken),
  /** `nodeId` and `reason` identify the problem. */
  flowIncomplete: { ...prompt('流程图不完整'), data: ({ nodeId, reason }) => ({ nodeId: nodeId ?? null, reason }) },
  workflowEnabled: prompt('流程已启用，无法删除'),
  workflowUndeployed: prompt('流程没有部署的版本'),
  bizTypeFixed: prompt('流程已部署，不能更改业务类型'),

  // files and tables
  fileTypeRefused: prompt('文件类型不支持'),
  fileTooLarge: prompt(problems.fileTooLarge),
  fileQuotaReached: prompt(({ megabytes }) => `您上传的文件已达到上限${megabytes as number}MB，未使用的文件一天后自动清除，请稍后再试`),
  fileSpaceReached: prompt('文件总空间已达到上限，请联系管理员'),
  fileInUse: {
    code: 'global_prompt',
    message: ({ fileName, users }) => `文件“${fileName as string}”正在使用，不能删除：${(users as string[]).join('、')}`,
    data: ({ fileId, users }) => ({ fileId, users }),
  },
  pictureTooLarge: prompt('图片尺寸过大'),
  pictureMoves: prompt('不支持动态图片'),
  fileMissingPart: prompt('请选择文件'),
  tableProblem: prompt(({ sentence }) => String(sentence)),
  attributeProblem: prompt('导出字段不合法'),
  rowsChanged: prompt(({ rows }) => `第${String(rows)}行的数据已被他人修改，请重新上传`),
} satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals
