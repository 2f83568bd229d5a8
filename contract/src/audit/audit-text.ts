import type { AuditProblem, FaultKind } from './audit.ts'
import { acts, fields, things } from '../text.ts'

/** What a record calls a module is the name of the feature that wrote it. */
const modules: Readonly<Record<string, string>> = {
  signIn: things.signIn,
  self: '个人账号',
  phone: '手机验证码',
  ownEmail: '本人邮箱',
  ownPhone: '本人手机号',
  accountCheck: '账号核验',
  ticket: '登录凭证',
  ownSession: '本人会话',
  ownDevice: '记住的设备',
  ownApp: things.myApps,
  userApp: '用户的应用',
  scan: '扫码登录',
  face: things.faceSignIn,
  certificate: things.digitalCertificate,
  passkey: things.passkey,
  totp: things.totp,
  factor: things.secondFactor,
  sms: things.smsLog,
  online: things.onlineUsers,
  loginLog: things.signInLog,
  incorrectLogin: things.accountUnlock,
  stats: things.statistics,
  security: things.baseSettings,
  config: '系统配置',
  ownSetting: '自定义配置',
  devops: '运维总览',
  dict: things.dictionary,
  menu: things.menu,
  menus: things.menu,
  notice: things.homeFile,
  keptNotice: things.homeFileManagement,
  push: '应用推送',
  syncLog: things.syncLog,
  quartz: things.scheduledTask,
  sync: things.syncCentre,
  dataClean: things.dataCleaning,
  welcome: things.home,
  appRole: '应用角色',
  appResource: '应用资源',
  appUser: things.appUsers,
  authorize: things.appGrants,
  authGroup: things.permissionGroup,
  apiClient: 'API客户端',
  apiItem: things.apiManagement,
  scim: 'SCIM',
  org: things.org,
  orgRange: fields.orgRange,
  user: things.user,
  role: things.role,
  admin: things.admin,
  gradeAdmin: things.delegatedAdmin,
  separation: things.segregation,
  viewing: '视角查看',
  orgSetting: things.orgSettings,
  rank: fields.rank,
  title: fields.title,
  duty: fields.duty,
  post: fields.post,
  userLabel: things.userLabel,
  stripe: things.businessLine,
  workGroup: things.workGroup,
  review: acts.review,
  workflow: things.workflow,
  app: things.app,
  appGroup: things.appGroup,
  appSetting: things.appSettings,
  appVisit: '应用访问',
  signingKey: '签名密钥',
  rehearsal: '应用测试登录',
  importPlan: acts.importSheet,
  file: things.file,
  keptFile: things.files,
  dataHistory: things.dataHistory,
  task: things.task,
  counters: '计数核对',
  operLog: things.operationLog,
  openapi: '接口文档',
  health: '健康检查',
}

/** What is the same wherever it stands. */
const commonActs: Readonly<Record<string, string>> = {
  save: acts.add,
  update: acts.modify,
  remove: acts.remove,
  setStatus: '启用或停用',
  setStatuses: '批量启用或停用',
  move: '移动',
  recover: acts.recover,
  saveMany: '批量新增',
  setSortNum: acts.setSortNum,
  sortTop: acts.moveToTop,
  sortBottom: acts.moveToBottom,
  sortDrag: '拖动排序',
  sortMove: '移动排序',
  importCheck: '导入检查',
  importInsert: '导入新增',
  importUpdate: '导入更新',
  exportExcel: acts.exportSheet,
  takeStandard: acts.adoptNationalCodes,
  takeCodes: '导入代码表',
  addUser: acts.addMember,
  removeUser: '移除用户',
}

const actsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  signIn: { logout: acts.signOut, rememberDevice: '记住设备' },
  self: { changePassword: acts.changePassword, setForcedPassword: '强制修改密码' },
  ownEmail: { sendCode: '发送邮箱验证码', bind: '验证邮箱' },
  ownPhone: { prove: '验证手机号', bind: acts.bindPhone, unbind: '解绑手机号' },
  ownApp: { chooseJob: '选择任职' },
  ownSession: { end: '下线本人会话', endOthers: '下线本人其他会话' },
  ownDevice: { forget: '移除记住的设备' },
  scan: { bind: '绑定扫码身份', unbindWx: '解绑微信', unbindZfb: '解绑支付宝' },
  certificate: { bind: '绑定数字证书', unbind: '解绑数字证书' },
  passkey: { register: '绑定通行密钥', rename: '重命名通行密钥' },
  totp: { begin: '开始绑定动态口令', confirm: '绑定动态口令', renewCodes: '更换恢复码' },
  factor: { stepUp: '再次确认身份', reset: acts.resetSecondFactors },
  online: { kick: acts.forceOut, kickAndLock: '强制下线并锁定' },
  incorrectLogin: { unlock: '解锁账号' },
  appRole: { addUser: '授予应用角色', updateUser: '替换应用角色', removeUser: '收回应用角色', saveResource: '设置资源' },
  appUser: { add: acts.grantUsers, remove: acts.revokeGrant, setAccount: '修改应用账号' },
  authorize: { save: acts.grant, remove: acts.revokeGrant },
  apiClient: { resetSecret: acts.rotateSecret, saveApi: '设置可调用接口', saveScim: '设置SCIM', openScim: '恢复SCIM' },
  scim: {
    saveUser: '新增用户',
    updateUser: '修改用户',
    removeUser: '删除用户',
    saveGroup: '新增工作组',
    updateGroup: '修改工作组',
    removeGroup: '删除工作组',
    saveOrganization: '新增机构',
    updateOrganization: '修改机构',
    removeOrganization: acts.deleteOrg,
  },
  apiItem: { refresh: '同步接口' },
  authGroup: { saveAuth: '设置权限', addTarget: '添加授权对象', removeTarget: '移除授权对象' },
  security: {
    updatePassword: '修改密码策略',
    updateIp: '修改IP规则',
    updateLoginWindow: '修改登录设置',
    updateBase: '修改基本设置',
    confirmTrial: '确认试行规则',
    endTrial: '撤回试行规则',
  },
  ticket: { create: '创建凭证', createCode: '创建登录码' },
  config: {
    refresh: acts.refreshCache,
    refreshById: '刷新单项缓存',
    updatePasswordSetting: '修改密码策略',
    decryptValue: '解密配置项',
  },
  dict: { saveType: '新增字典', updateType: '修改字典', removeType: '删除字典', refresh: acts.refreshCache, saveOrder: fields.order },
  menu: { restore: '恢复出厂菜单', setGradeShow: '设置分级管理员可见' },
  user: {
    updateOwn: '修改本人资料',
    transferMainJob: '调动主职',
    sm4: things.decryption,
    importInsertUserOrg: '导入新增任职',
    importUpdateUserOrg: '导入更新任职',
    resetPassword: acts.resetPassword,
    removeJob: acts.removeJob,
    authenticate: things.identityVerification,
    reveal: '查看敏感信息',
  },
  role: { saveAuth: '设置权限', addUser: '授予用户', removeUser: '收回用户' },
  separation: { appoint: '任命', dismiss: '免去', agree: '表决', withdraw: '撤回表决' },
  viewing: { begin: '开始查看', end: '结束查看' },
  userLabel: { merge: acts.merge },
  stripe: { addOrg: '添加机构', moveOrg: acts.moveOrg, removeOrg: '移除机构' },
  workGroup: { saveMembers: '保存成员', removeUser: '移除成员' },
  review: {
    pass: '审核通过',
    reject: '审核驳回',
    withdraw: '撤回申请',
    reassign: '转办申请',
    addSign: acts.addSign,
    remind: acts.remind,
    saveSetting: '修改审核设置',
    saveDeputy: '委托代审人',
    removeDeputy: '取消代审人',
  },
  workflow: { saveDesign: '保存流程图', deploy: '部署流程' },
  app: { resetSecret: acts.rotateSecret },
  appSetting: { testPush: '测试推送' },
  signingKey: { rotate: '轮换密钥' },
  rehearsal: { run: acts.testSignIn },
  importPlan: { commit: '确认导入' },
  file: { upload: acts.uploadFile, uploadPicture: '上传图片' },
  sync: {
    testConnect: '测试同步连接',
    preview: '预览字段映射',
    run: '执行同步',
    release: '放行同步计划',
    discard: '放弃同步计划',
    resolve: '处理同步冲突',
  },
  push: {
    users: acts.pushUsers,
    deletedUsers: '推送已删除用户',
    orgs: acts.pushOrgs,
    deletedOrgs: '推送已删除机构',
    updateSetting: '修改推送设置',
    align: '全量推送',
    release: '放行推送',
  },
  syncLog: { retry: acts.retry },
  quartz: { run: '立即执行' },
  dataClean: { execute: '执行清理' },
  keptFile: { remove: '删除文件' },
  dataHistory: { restore: acts.restore, askRestore: acts.askRestore },
  task: { cancel: '取消任务' },
  counters: { recount: '重新计数' },
  operLog: { prove: acts.checkIntegrity, exportEvidence: acts.exportEvidence },
}

const entry = <T>(names: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(names, name) ? names[name] : undefined)
const act = (module: string, operateType: string) => entry(entry(actsOf, module) ?? {}, operateType) ?? entry(commonActs, operateType)
export const moduleName = (module: string): string => entry(modules, module) ?? module
export const hasModuleName = (module: string): boolean => entry(modules, module) !== undefined
export const hasActName = (module: string, operateType: string): boolean => act(module, operateType) !== undefined
/** A call that changes nothing stands in a record only when it was denied: whoever made it wanted to look. */
export const operateName = (module: string, operateType: string): string => act(module, operateType) ?? acts.view

interface ActGroup {
  /** '' for what can be done in any module. */
  module: string
  acts: { operateType: string; label: string }[]
}
const byLabel = (one: { label: string }, two: { label: string }) => one.label.localeCompare(two.label, 'zh-CN')
const groupOf = (module: string, names: Readonly<Record<string, string>>): ActGroup => ({
  module,
  acts: Object.entries(names)
    .map(([operateType, label]) => ({ operateType, label }))
    .sort(byLabel),
})

/** What can have been done, for a filter: what is the same anywhere, then what this module (or each) has of its own. */
export function actGroups(module: string): ActGroup[] {
  const own = entry(actsOf, module) ?? {}
  const common = Object.fromEntries(Object.entries(commonActs).filter(([name]) => entry(own, name) === undefined))
  const modulesShown = module === '' ? Object.keys(actsOf) : [module]
  const groups = modulesShown.map(of => groupOf(of, entry(actsOf, of) ?? {})).filter(group => group.acts.length > 0)
  return [groupOf('', common), ...groups.sort((one, two) => moduleName(one.module).localeCompare(moduleName(two.module), 'zh-CN'))]
}

export const faultNames: Readonly<Record<FaultKind, string>> = {
  changed: '内容被修改',
  missing: '记录缺失（被删除）',
  swapped: '次序被调换',
  cut: '从此处起被截断',
  rewritten: '与已签名的检查点不符（被整段重写）',
  forged: '检查点签名无效',
}
export const faultSentence = ({ kind, lane, seq }: AuditProblem): string => `链${lane} 序号${seq} ${faultNames[kind]}`
