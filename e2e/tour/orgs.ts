import { dialog, inDialog, menu, ORGS, tool, words, type Stops } from './stops.ts'
import { ids } from './world.ts'

export const orgStops: Stops = {
  admin: [
    { name: 'lines', path: '/organiz/stripe-org', open: [['新增条线', dialog('条线编码')]] },
    { name: 'lines-copy', path: '/organiz/stripe-org', open: [[tool('巡视条线', '复制'), dialog('相同的机构树')]] },
    { name: 'lines-remove', path: '/organiz/stripe-org', open: [[tool('巡视条线', '删除'), dialog('将离开该条线')]] },
    { name: 'lines-nothing-found', path: '/organiz/stripe-org?name=没有' },
    { name: 'line', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['添加机构', dialog('尚未选择机构')]] },
    { name: 'line-move', path: () => `/organiz/stripe?stripeId=${ids.line}`, open: [['移动到… 巡视处', dialog('新上级')]] },
    { name: 'line-empty', path: () => `/organiz/stripe?stripeId=${ids.emptyLine}`, see: words('条线中还没有机构') },
    { name: 'line-rights', path: () => `/organiz/stripe?stripeId=${ids.line}&tab=rights`, see: words('还没有授予任何应用') },
    { name: 'line-none', path: '/organiz/stripe', see: words('未指定条线') },
    {
      name: 'groups',
      path: () => `/organiz/work-group?id=${ids.group}`,
      see: words('巡视员'),
      open: [
        ['添加成员', dialog('还没有选择用户')],
        [page => inDialog(page).getByRole('tab', { name: '按名单' }).click(), dialog('加入名单中的用户')],
      ],
    },
    { name: 'groups-rights', path: () => `/organiz/work-group?id=${ids.group}&tab=rights`, see: words('巡视角色') },
    { name: 'groups-add', path: '/organiz/work-group', open: [['新增工作组', dialog('工作组编码')]] },
    { name: 'groups-empty', path: '/organiz/work-group?find=到期', see: words('还没有成员') },
    { name: 'groups-nothing-found', path: '/organiz/work-group?find=没有', see: words('没有符合条件的工作组') },
    { name: 'org', path: () => `/organiz/orgDetail?id=${ids.org}`, open: [['编辑', dialog('原系统机构ID')]] },
    {
      name: 'orgs',
      path: ORGS,
      open: [
        ['展开', page => page.getByRole('button', { name: '快捷范围' })],
        ['快捷范围', words('最近一年')],
        ['机构操作 组织机构', menu],
        [page => page.getByRole('menuitem', { name: '新增下级' }).click(), dialog('留空则排在最后')],
      ],
    },
    { name: 'orgs-empty', path: () => `${ORGS}?parentId=${ids.empty}` },
    { name: 'orgs-move', path: ORGS, open: [[tool('巡视处', '移动到…'), dialog('新的上级机构')]] },
    { name: 'orgs-disable', path: ORGS, open: [[tool('巡视处', '停用'), dialog('停用“巡视处”')]] },
    { name: 'orgs-export', path: ORGS, open: [['导出', dialog('导出的列')]] },
    {
      name: 'orgs-ranges',
      path: ORGS,
      open: [
        ['管理范围', dialog('1 个机构')],
        ['编辑 试点', dialog('起始机构')],
      ],
    },
    {
      name: 'org-setting',
      path: '/organiz/setting',
      see: words('用户名生成规则'),
      open: [[page => page.getByText('姓名拼音').click(), words('zhangwei')]],
    },
    {
      name: 'ranks',
      path: '/organiz/rank',
      see: words('厅局级正职'),
      open: [
        ['采用国家标准代码', dialog('这些代码都已存在')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('厅局级正职')],
        ['新增职级', dialog('留空则排在最后')],
      ],
    },
    { name: 'titles', path: '/organiz/positionalTitles', see: words('还没有职称') },
    {
      name: 'duties',
      path: '/organiz/position',
      see: words('内设机构负责人'),
      open: [
        ['编辑 主任', dialog('编码')],
        [page => inDialog(page).getByRole('button', { name: '取消' }).click(), words('内设机构负责人')],
        ['导入代码表', dialog('每行一项')],
        [
          async page => {
            await inDialog(page).getByLabel('编码和名称').fill('ZR,主任\n0101,书记\n0102,副书记\n01 03,委员')
            await inDialog(page).getByRole('button', { name: '检查' }).click()
          },
          dialog('1 项有误'),
        ],
      ],
    },
    { name: 'posts', path: '/organiz/station', see: words('还没有岗位') },
    {
      name: 'labels',
      path: '/organiz/user-label',
      see: words('由人事科维护'),
      open: [
        ['成员 巡视队伍', page => page.locator('.ant-drawer').getByText('成员按规则自动维护')],
        [page => page.locator('.ant-drawer').getByRole('button', { name: '关闭' }).click(), words('由人事科维护')],
        ['编辑 巡视队伍', dialog(/符合 \d 人/)],
      ],
    },
    {
      name: 'labels-new',
      path: '/organiz/user-label',
      open: [
        ['成员 骨干', words('该标签还没有成员')],
        ['添加用户', dialog('为“骨干”添加用户')],
      ],
    },
    { name: 'orgs-batch', path: () => `/organiz/batch-add-org?parentId=${ids.org}` },
    { name: 'orgs-sheet', path: '/organiz/batch-add-org?tab=sheet', see: words('把文件拖到这里') },
    {
      name: 'orgs-deleted',
      path: '/organiz/deleted-org',
      open: [
        [/^查看 /, dialog('原上级机构')],
        ['恢复', dialog('恢复到')],
      ],
    },
  ],
}
