import { dialog, inDialog, list, menu, tool, words, type Stops } from './stops.ts'
import { ids } from './world.ts'

export const peopleStops: Stops = {
  admin: [
    {
      name: 'users',
      path: '/organiz/index',
      open: [
        ['展开', page => page.getByPlaceholder('开始时间')],
        [page => page.getByPlaceholder('开始时间').click(), page => page.locator('.ant-picker-dropdown')],
      ],
    },
    { name: 'users-density', path: list, open: [['密度', menu]] },
    { name: 'users-columns', path: list, open: [['列设置', dialog('显示的列')]] },
    { name: 'users-export', path: list, open: [['导出', dialog('导出的列')]] },
    { name: 'users-more', path: list, open: [['更多操作 巡视员', menu]] },
    {
      name: 'users-reset',
      path: list,
      open: [
        ['重置密码 巡视员', dialog('随机密码')],
        [page => inDialog(page).getByRole('button', { name: '重置' }).click(), dialog('密码仅显示这一次')],
      ],
    },
    { name: 'users-remove', path: list, open: [[tool('巡视员', '删除'), dialog('删除“巡视员')]] },
    { name: 'users-sort', path: list, open: [[tool('巡视员', '排序号'), dialog('修改排序号')]] },
    {
      name: 'users-many',
      path: () => `/organiz/index?orgId=${ids.many}`,
      open: [
        [page => page.getByLabel('选择本页全部').click(), page => page.locator('.batch-bar')],
        [/^选择全部/, words('已选 51 项')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '停用' }).click(), dialog('请输入人数')],
      ],
    },
    {
      name: 'users-transfer',
      path: list,
      open: [
        [page => page.getByLabel('选择 巡视员').click(), page => page.locator('.batch-bar')],
        ['调主职', dialog('新机构')],
        [page => inDialog(page).getByLabel('新机构').press('Enter'), page => inDialog(page).getByRole('treeitem').last()],
      ],
    },
    {
      name: 'users-remove-job',
      path: () => `/organiz/index?orgId=${ids.empty}`,
      open: [
        [page => page.getByLabel('选择 巡视员').click(), page => page.locator('.batch-bar')],
        ['移除兼职', page => inDialog(page).getByRole('cell', { name: '巡视员' })],
      ],
    },
    { name: 'users-nothing', path: () => `/organiz/index?orgId=${ids.org}&searchKey=没有此人` },
    { name: 'users-org', path: () => `/organiz/index?orgId=${ids.org}&tab=org` },
    {
      name: 'user-new',
      path: '/organiz/user',
      open: [
        ['更多', words('个人信息')],
        ['添加兼职', words('兼职 1')],
        ['保存', words('请输入姓名')],
      ],
    },
    {
      name: 'user-edit',
      path: () => `/organiz/user/${ids.person}`,
      open: [
        [page => page.getByLabel('姓名', { exact: true }).fill('改名'), words('已修改')],
        [page => page.locator('.side-menu').getByRole('link', { name: '首页' }).click(), dialog('离开此页？')],
      ],
    },
    { name: 'user', path: () => `/organiz/detail?id=${ids.person}`, open: [['查看手机号', dialog('查看原因')]] },
    { name: 'user-jobs', path: () => `/organiz/detail?id=${ids.person}&tab=jobs`, open: [['停用', dialog('停用“巡视员')]] },
    {
      name: 'user-rights',
      path: () => `/organiz/detail?id=${ids.person}&tab=rights`,
      open: [
        ['更多', menu],
        [page => page.getByRole('menuitem', { name: '实名认证' }).click(), dialog('核对姓名与身份证号')],
      ],
    },
    { name: 'user-sources', path: () => `/organiz/detail?id=${ids.person}&tab=sources`, see: words('没有同步来源') },
    {
      name: 'users-deleted',
      path: '/organiz/deleted-user',
      open: [
        [/^详情/, dialog('原任职')],
        ['恢复', dialog('恢复到机构')],
      ],
    },
    { name: 'users-batch', path: () => `/organiz/batch-add-user?orgId=${ids.org}` },
    { name: 'users-sheet', path: '/organiz/batch-add-user?tab=sheet', see: words('把文件拖到这里') },
  ],
}
