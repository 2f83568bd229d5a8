import { dialog, inDialog, menu, words, type Stops } from './stops.ts'

export const recordStops: Stops = {
  admin: [
    {
      name: 'welcome',
      path: '/wel/index',
      open: [
        [/系统管理员/, menu],
        [page => page.getByRole('menuitem', { name: '修改密码' }).click(), dialog('旧密码')],
      ],
    },
    {
      name: 'palette',
      path: '/wel/index',
      open: [
        [page => page.keyboard.press('Control+k'), page => page.getByRole('option', { name: /菜单管理/ })],
        [page => page.keyboard.type('巡视'), page => page.getByRole('option', { name: /巡视员/ })],
        [page => page.keyboard.type('没有'), words('没有找到')],
      ],
    },
    { name: 'changelog', path: '/account/changelog' },
    {
      name: 'audit',
      path: '/audit/operation',
      see: page => page.getByRole('table', { name: '操作日志' }).getByText('系统管理员').first(),
      open: [
        ['展开', page => page.getByRole('button', { name: /^操作对象/ })],
        [/^详情/, page => page.locator('.ant-drawer').getByText('防篡改证明')],
      ],
    },
    { name: 'audit-export', path: '/audit/operation', open: [['导出', dialog('一次最多导出')]] },
    { name: 'audit-evidence', path: '/audit/operation', open: [['导出存证', dialog('原因会写入存证文件')]] },
    {
      name: 'audit-prove',
      path: '/audit/operation',
      open: [
        ['校验完整性', dialog('尚未校验过')],
        [page => inDialog(page).getByText('服务器公钥').click(), dialog('公钥指纹')],
        [page => inDialog(page).getByText('指定时间段').click(), page => inDialog(page).getByPlaceholder('开始时间')],
      ],
    },
    { name: 'audit-nothing-found', path: '/audit/operation?traceId=nothing' },
    { name: 'jumper', path: '/jumper?redirect=https%3A%2F%2Fexample.com' },
    {
      name: 'stats',
      path: '/audit/stats',
      see: page => page.getByRole('img', { name: /第一名是/ }),
      open: [['查看数据表', page => page.getByRole('table').first()]],
    },
    { name: 'menus', path: '/devops/menu', open: [['新增下级', dialog('菜单地址')]] },
    {
      name: 'menus-disable',
      path: '/devops/menu',
      open: [[page => page.getByRole('switch', { name: '状态 应用管理' }).click(), dialog('停用“应用管理”')]],
    },
    {
      name: 'sms',
      path: '/audit/sms',
      see: words('isv.BUSINESS_LIMIT_CONTROL'),
      open: [
        ['展开', page => page.getByPlaceholder('开始时间')],
        [page => page.getByRole('button', { name: /^详情/ }).first().click(), dialog('回执编号')],
      ],
    },
    { name: 'sms-nothing-found', path: '/audit/sms?type=bind' },
    {
      name: 'logins',
      path: '/audit/loginLog',
      see: page => page.getByRole('cell', { name: 'guess.er' }).first(),
      open: [
        ['展开', page => page.getByRole('button', { name: '快捷范围' })],
        ['快捷范围', words('最近一年')],
        [/^详情 guess\.er/, dialog('记录编号')],
      ],
    },
    { name: 'logins-unlock', path: '/audit/loginLog?userName=guess', open: [['解锁该账号 guess.er', dialog('可立即重新登录')]] },
    { name: 'logins-export', path: '/audit/loginLog', open: [['导出', dialog('一次最多导出')]] },
    { name: 'logins-nothing-found', path: '/audit/loginLog?userName=没有' },
    {
      name: 'online',
      path: '/audit/getPage',
      see: words('本人'),
      open: [
        [page => page.getByRole('row').filter({ hasText: '分级者' }).getByRole('checkbox').first().click(), words('已选择会话')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '下线并锁定' }).click(), dialog('记住的设备失效')],
      ],
    },
    { name: 'online-kick', path: '/audit/getPage', open: [[/^强制下线 分级者/, dialog('这个会话立即结束')]] },
    {
      name: 'unlock',
      path: '/system/incorrectLoginIndex',
      see: words('visitor'),
      open: [
        [page => page.getByLabel('选择本页全部').click(), page => page.locator('.batch-bar')],
        [page => page.locator('.batch-bar').getByRole('button', { name: '解锁' }).click(), dialog('解锁 2 个账号')],
      ],
    },
    { name: 'unlock-none', path: '/system/incorrectLoginIndex?searchKey=没有', see: words('没有符合条件的数据') },
  ],
}
