import { org } from '@hufu/contract/directory/org'
import { expect, test } from 'vitest'
import { readPaletteIndex } from '../../../palette-index-plugin.ts'
import { labelsFor } from './labels.ts'

const { labels } = await readPaletteIndex()
const english = (await readPaletteIndex(true)).labels
const addresses = (typed: string, among = labels) =>
  labelsFor(typed, among, { may: () => true, mayOpen: () => true }).map(({ opens }) => opens)

/** What a new administrator types, and an address that must be among the hits. */
const words: Readonly<Record<string, readonly string[]>> = {
  '/system/securityConfig?tab=base': [
    '系统名称',
    'xitongmingcheng',
    'xtmc',
    '系统图标',
    'logo',
    '标志',
    '水印',
    '平台访问地址',
    '超时提示',
    '国家平台',
    '人脸识别驱动',
  ],
  '/system/securityConfig?tab=password': [
    '密码强度',
    '密码有效期',
    '密码黑名单',
    'mmhmd',
    '初始密码',
    '加密方式',
    '常见密码',
    '等保',
    '怎么设置密码有效期',
  ],
  '/system/securityConfig?tab=ip': ['白名单', 'bmd', '限制登录IP'],
  '/system/securityConfig?tab=login': [
    '图形验证码',
    '锁定时长',
    '登录时间',
    '人脸登录',
    '微信扫码登录',
    '短信找回密码',
    '允许失败次数',
    '频率限制',
  ],
  '/system/securityConfig?tab=providers': ['上游身份提供方', '自动创建账号', '绑定规则', 'sysftgf'],
  '/wel/index': ['短信网关', '对外地址', '访问诊断'],
  '/account/settings?tab=profile': ['更换头像', '更换邮箱'],
  '/account/settings?tab=security': ['通行密钥', '动态口令', '恢复码', '换绑手机', '旧密码'],
  '/account/settings?tab=sessions': ['我的会话'],
  '/app/list': ['回调地址', '更换密钥', '客户端ID', '元数据', '单点退出', '签名证书', '维护角色与资源'],
  '/app/appSetting': ['令牌有效期', '推送密钥', 'ID令牌签名算法'],
  '/app/authority': ['新增角色', '维护资源', '授权用户'],
  '/app/user': ['导出应用用户', '应用账号', '收回授权'],
  '/authorize/index': ['授权列表', '导出应用授权', '授权人'],
  '/authorize/auth-group': ['新增权限组'],
  '/authorize/api-auth': ['客户端密钥', '新增客户端'],
  '/examine/examine-set?tab=settings': ['用户审核人', '开启用户审核', '机构审核人'],
  '/examine/examine-set?tab=stats': ['办结用时中位数', '按步骤'],
  '/examine/review-user': ['审核意见', '转办', '加签', 'zhuanban'],
  '/audit/operation': ['导出存证', '校验完整性', '追踪编号', 'daochucunzheng', '服务器公钥'],
  '/audit/getPage': ['强制下线', '下线并锁定', '在线人数'],
  '/audit/loginLog': ['加入IP黑名单', '会话编号', '无此账号'],
  '/audit/stats': ['活跃用户', '登录趋势'],
  '/organiz/user': ['身份证号', '工号', 'gonghao', '原系统用户ID', '随机密码', '添加兼职'],
  '/organiz/index': ['调主职', 'dzz', '导出用户', '移除兼职', '置顶'],
  '/organiz/batch-add-user?tab=sheet': ['下载模板'],
  '/organiz/org-list': ['新增机构', '机构类型', '上级机构'],
  '/organiz/work-group': ['新增工作组'],
  '/organiz/user-label': ['新增标签'],
  '/sync/config': ['字段映射', '测试连接', '全量'],
  '/sync/syncLog': ['重试同步', '导出同步日志'],
  '/system/manage?tab=admins': ['添加管理员', '以其视角查看', '分配角色'],
  '/system/manage?tab=separation': ['三员分立', '下载接口权限矩阵'],
  '/system/incorrectLoginIndex': ['解锁'],
  '/devops/config?configKey=sessionMinutes': ['会话时长', 'sessionMinutes'],
  '/devops/config?configKey=fileUserMegabytes': ['文件空间'],
  '/devops/config?configKey=openWatermark': ['页面水印'],
  '/devops/quartz': ['清理过期会话', '立即执行'],
  '/devops/data-clean': ['保留天数', '立即清理'],
  '/devops/decrypt': ['解密'],
  '/devops/data-history': ['还原'],
  '/devops/dict': ['新增字典'],
  '/devops/menu': ['权限编码', '恢复内置', '新增菜单'],
  '/devops/notice': ['更换文件', '新增文件'],
  '/account/guide#import': ['表格导入'],
}

test('what a new administrator types is found by name, pinyin, initials or another word', () => {
  const asked = Object.entries(words).flatMap(([opens, typed]) => typed.map(word => ({ word, opens })))
  const missed = asked.filter(({ word, opens }) => !addresses(word).includes(opens))
  expect(missed.map(({ word, opens }) => `${word} → ${opens}: ${addresses(word).join(' ')}`)).toEqual([])
  expect(asked.length).toBeGreaterThanOrEqual(100)
})

test('the English console finds the same by English and by Chinese words', () => {
  expect(addresses('watermark', english)[0]).toBe('/system/securityConfig?tab=base')
  expect(addresses('水印', english)[0]).toBe('/system/securityConfig?tab=base')
  expect(addresses('图形验证码', english)).toContain('/system/securityConfig?tab=login')
  for (const { name } of english) expect(name).not.toMatch(/undefined|openWatermark/)
})

test('only what is on a page that the user may open is found, and a record is reached by its list', () => {
  const found = (typed: string, ...open: string[]) =>
    labelsFor(typed, labels, { may: () => true, mayOpen: path => open.includes(path) }).map(({ opens }) => opens)
  expect(found('水印', '/system/securityConfig', '/app/list')).toEqual(['/system/securityConfig?tab=base'])
  expect(found('导出存证', '/system/securityConfig', '/app/list')).toEqual([])
  expect(found('单点退出', '/app/list', '/app/detail')).toEqual(['/app/list'])
  expect(found('单点退出', '/app/list')).toEqual([])
  expect(found('单点退出', '/app/detail')).toEqual([])
})

test('a button is found only by those who may press it', () => {
  const found = (typed: string, permitted: readonly object[]) =>
    labelsFor(typed, labels, {
      may: ({ permit }) => permitted.includes(permit as object),
      mayOpen: path => path === '/organiz/org-list',
    }).map(({ name }) => name)
  expect(found('新增机构', [])).toEqual([])
  const { permits = [] } = labels.find(({ name, path }) => name === '新增机构' && path === '/organiz/org-list')!
  expect(permits).toContainEqual(org.save.permit)
  expect(found('新增机构', permits as readonly object[])).toContain('新增机构')
})
