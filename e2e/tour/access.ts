import { choose } from '../browser.ts'
import { dialog, DELEGATION, inDialog, tool, words, type Stops } from './stops.ts'
import { ids } from './world.ts'

export const accessStops: Stops = {
  admin: [
    {
      name: 'grants',
      path: DELEGATION,
      see: page => page.getByRole('cell', { name: '分级者', exact: true }),
      open: [[tool('分级者', '删除'), dialog('由它转授的 1 项授权将一并删除')]],
    },
    { name: 'grants-renew', path: DELEGATION, open: [['续期 分级者', dialog('当前有效期')]] },
    { name: 'grants-none', path: () => `/organiz/grade-admin?orgId=${ids.empty}` },
    { name: 'grants-list', path: '/system/gradeAdmins', see: page => page.getByRole('cell', { name: '分级者', exact: true }) },
    { name: 'grants-chain', path: '/system/gradeAdmins?view=chain', see: page => page.getByRole('list', { name: '授权链' }) },
    {
      name: 'grants-edit',
      path: () => `/system/gradeAdmins?grade=${ids.grant}`,
      open: [
        [page => choose(page.getByLabel('套用预设'), '仅 组织机构管理'), words('由它转授的授权有 1 项')],
        ['保存', dialog('将影响其下 1 项授权')],
      ],
    },
    {
      name: 'authority',
      path: () => `/app/authority?appId=${ids.app}`,
      see: words('勾选或取消后在此查看变化'),
      open: [
        [page => page.getByRole('checkbox', { name: '发文', exact: true }).click(), words('新增 1 项')],
        ['保存', dialog('授予对象')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('新增 1 项')],
        ['维护资源', page => page.getByRole('table', { name: '资源列表' })],
        ['新增下级 收文', dialog('在“收文”下新增资源')],
      ],
    },
    { name: 'authority-copy', path: () => `/app/authority?appId=${ids.app}`, open: [['复制', dialog('不带持有人')]] },
    { name: 'authority-users', path: () => `/app/authority?appId=${ids.app}&tab=users`, see: words('巡视员') },
    {
      name: 'related-users',
      path: () => `/app/relatedUser?appId=${ids.app}&roleId=${ids.appRole}`,
      see: words('巡视员'),
      open: [['收回 巡视员', dialog('他们不再有这个角色')]],
    },
    { name: 'related-users-none', path: '/app/relatedUser', see: words('没有指定角色') },
    {
      name: 'app-users',
      path: () => `/app/user?appId=${ids.app}`,
      see: words('巡视员'),
      open: [
        ['角色 巡视员', dialog('追加')],
        [page => inDialog(page).getByRole('radio', { name: '覆盖' }).check(), words('其余失去')],
        [page => inDialog(page).getByRole('checkbox', { name: '巡视角色' }).uncheck(), dialog('追加')],
        [page => inDialog(page).getByRole('button', { name: '确定' }).click(), dialog('将失去以下角色')],
      ],
    },
    { name: 'app-users-account', path: () => `/app/user?appId=${ids.app}`, open: [['应用账号 巡视员', dialog('留空则按应用设置')]] },
    {
      name: 'roles',
      path: '/system/systemRoleIndex',
      open: [
        ['新增角色', dialog('字母、数字')],
        [page => inDialog(page).getByRole('button', { name: '确定' }).click(), words('请输入名称')],
      ],
    },
    {
      name: 'roles-compare',
      path: '/system/systemRoleIndex',
      open: [
        [page => page.getByLabel('选择 巡视岗').click(), page => page.locator('.batch-bar')],
        [page => page.getByLabel('选择 审核员').click(), words('已选 2 项')],
        ['比较两个角色', dialog('仅“巡视岗”有')],
      ],
    },
    { name: 'roles-copy', path: '/system/systemRoleIndex', open: [[tool('巡视岗', '复制'), dialog('新角色将带有')]] },
    { name: 'roles-disable', path: '/system/systemRoleIndex', open: [[tool('巡视岗', '停用'), dialog('失去该角色的权限')]] },
    {
      name: 'roles-people',
      path: '/system/systemRoleIndex',
      open: [
        ['用户 巡视岗', page => page.getByRole('dialog').getByRole('row').filter({ hasText: '巡视员' })],
        ['添加用户', dialog('还没有选择用户')],
        [page => inDialog(page).getByRole('checkbox').first().click(), words('已选 1 人')],
      ],
    },
    { name: 'roles-nobody', path: '/system/systemRoleIndex', open: [['用户 审核员', words('该角色还没有用户')]] },
    {
      name: 'role-rights',
      path: () => `/system/authSystemRole?id=${ids.role}`,
      see: words('尚无变化'),
      open: [
        [page => page.getByRole('checkbox', { name: '短信记录', exact: true }).click(), words('移除 1 项')],
        [page => page.getByRole('checkbox', { name: '登录日志', exact: true }).click(), words('新增 2 项')],
        ['保存', dialog('1 秒内生效')],
      ],
    },
    { name: 'role-rights-super', path: '/system/authSystemRole?id=super_admin', see: words('由系统固定') },
    {
      name: 'admins',
      path: '/system/manage',
      open: [
        ['分配角色 巡视员', dialog('权限取并集')],
        [page => inDialog(page).getByRole('checkbox', { name: '审计员' }).click(), words('新增：审计员')],
      ],
    },
    { name: 'admins-nothing', path: '/system/manage?searchKey=没有此人' },
    { name: 'admins-disable', path: '/system/manage', open: [['停用 巡视员', dialog('不能再进入控制台')]] },
    { name: 'sync', path: '/sync/config', see: words('接入第一个来源') },
    { name: 'sync-conflicts', path: '/sync/config?tab=conflict', see: words('没有待处理的冲突') },
    { name: 'sync-new', path: '/sync/config?task=new', see: page => page.getByLabel('来源接口地址') },
    { name: 'admins-add', path: '/system/manage', open: [['添加管理员', dialog('权限取并集')]] },
  ],
}
