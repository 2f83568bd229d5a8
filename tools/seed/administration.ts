import { appGroup } from '@hufu/contract/apps/app'
import { apiClient } from '@hufu/contract/federation/api-client'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { registration } from '@hufu/contract/federation/registration'
import { admin as administrators } from '@hufu/contract/permission/admin'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import type { AnyCall } from '@hufu/contract/call'
import { request, type Caller } from './caller.ts'
import type { Company } from './company.ts'

interface SampleAdmin {
  userName: string
  realName: string
  about: string
}

/** Roles with their administrators, and delegated administrators, one of whom delegated a part. Returns who may sign in as what. */
export async function seedAdministrators(admin: Caller, company: Company): Promise<SampleAdmin[]> {
  const roles = [
    { code: 'app-manager', name: '应用接入专员', remark: '管理应用与授权', pages: ['/app', '/authorize'], people: ['tangyifan'] },
    { code: 'org-manager', name: '组织人事专员', remark: '维护机构、用户与标签', pages: ['/organiz'], people: ['guruolan', 'panyuchen'] },
    { code: 'log-auditor', name: '日志审阅员', remark: '查看日志与统计', pages: ['/audit'], people: ['dengqingyuan'] },
    { code: 'help-desk', name: '服务台', remark: '账号解锁与密码重置', pages: ['/system/incorrectLoginIndex', '/organiz/index'], people: ['qiuziang'] },
  ] // prettier-ignore
  for (const { pages, people, ...draft } of roles) {
    const { id } = await admin.call(role.save, { body: draft })
    const { menus, version } = await admin.call(role.auth, { query: { id } })
    const chosen = flat(menus).filter(({ menu_uri: uri }) => uri !== '' && pages.some(page => uri === page || uri.startsWith(`${page}/`)))
    await admin.call(role.saveAuth, { body: { id, version, ...idsOf(chosen) } })
    await admin.call(administrators.save, { body: { userIds: people.map(name => company.users.get(name)!), roleIds: [id] } })
  }
  await seedDelegated(admin, company)
  return [
    { userName: 'tangyifan', realName: '唐亦凡', about: '应用接入专员' },
    { userName: 'guruolan', realName: '顾若兰', about: '组织人事专员' },
    { userName: 'dengqingyuan', realName: '邓清源', about: '日志审阅员' },
    { userName: 'shenzhiqiu', realName: '沈知秋', about: '审核员' },
    { userName: 'luozhenyu', realName: '罗振宇', about: '运维，超级管理员' },
    { userName: 'jianghailan', realName: '蒋海澜', about: '华东分公司分级管理员' },
    { userName: 'helinfeng', realName: '何林枫', about: '普通用户' },
  ]
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap(node => [node, ...flat(node.children)])
const idsOf = (nodes: readonly MenuNode[]) => ({
  menuIds: nodes.map(({ id }) => id),
  buttonIds: nodes.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
})

async function seedDelegated(admin: Caller, { orgs, users }: Company): Promise<void> {
  const pages = flat(await admin.call(delegatedAdmin.grantable))
  const chosen = idsOf(pages.filter(({ menu_uri: uri }) => ['/organiz/index', '/organiz/org-list'].includes(uri)))
  const endTime = `${new Date().getFullYear() + 1}-12-31 23:59:59`
  const give = (userName: string, org: string, more: object) =>
    admin.call(delegatedAdmin.save, {
      body: { userIds: [users.get(userName)!], orgId: orgs.get(org)!, ...chosen, hasIncludeChild: 1, ...more },
    })
  await give('jianghailan', 'HF-HD', { hasHandOn: 1, endTime })
  await give('liangqinan', 'HF-HN', { endTime })
  await give('hanlixin', 'HF-IT', {})
  await give('yezhixia', 'HF-HD-ZH', { hasIncludeChild: 0, status: 0 })
}

/** External sources of users and applications: a provider that is not used yet, and a registration token that is unused. */
export async function seedFederation(admin: Caller, { orgs }: Company): Promise<void> {
  await admin.call(identityProvider.save, {
    body: {
      name: '集团门户',
      code: 'group-portal',
      kind: 'oidc',
      options: { issuer: 'https://portal.example.com', clientId: 'hufu', scopes: 'profile email' },
      secret: 'sample-secret-of-the-portal',
      forceAuthn: false,
      rules: {
        link: 'email',
        linkClaim: '',
        isAuthoritative: false,
        makes: true,
        contactsProven: false,
        factorClasses: [],
        domains: ['example.com'],
        claims: { userName: 'preferred_username', realName: 'name', phone: '', email: 'email' },
      },
      orgId: orgs.get('HF-HD')!,
      isShown: 1,
      status: 0,
      remark: '对接调试中',
    },
  })
  const [group] = await admin.call(appGroup.list)
  await admin.call(registration.save, {
    body: {
      name: '数据工具',
      maxUses: 20,
      endTime: `${new Date().getFullYear() + 1}-12-31 23:59:59`,
      redirectHosts: ['*.data.example.com'],
      redirectSchemes: [],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile'],
      appGroupId: group!.id,
      needsApproval: 1,
    },
  })
}

/** API clients; the first of them has made calls. */
export async function seedClients(admin: Caller, address: string): Promise<void> {
  const apis = await admin.call(apiClient.listApi)
  const idOf = (call: AnyCall) => apis.find(({ method, path }) => method === call.method && path.endsWith(call.path))!.id
  const clients = [
    { name: '人力资源系统同步', limitPerMinute: 600, ipWhitelist: [], calls: [user.page, org.page, org.tree], remark: '读取机构与用户' },
    { name: '数据仓库采集', limitPerMinute: 60, ipWhitelist: ['10.20.0.0/16'], calls: [user.page], remark: '每日凌晨采集' },
    { name: '门禁系统', limitPerMinute: null, ipWhitelist: ['10.30.1.5'], calls: [user.page], status: 0 as const, remark: '对接调试中' },
  ]
  for (const { calls, ...draft } of clients) {
    const { id, clientId, clientSecret } = await admin.call(apiClient.save, { body: draft })
    const { version } = await admin.call(apiClient.byId, { query: { id } })
    await admin.call(apiClient.saveApi, { body: { id, apiIds: calls.map(idOf), version } })
    if (draft.ipWhitelist.length === 0)
      await request(address, { 'x-client-id': clientId, 'x-client-secret': clientSecret }, user.page, { query: { size: 1 } })
  }
}
