import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const selected = (count: number) => plural(count, 'selected node')

export const text = {
  title: t('菜单管理', 'Menus'),
  description: t(
    '维护左侧菜单与页面按钮。停用的节点及其下级对所有人不可见；角色授权按此处的节点进行。',
    'Maintain the menu on the left and the buttons of pages. Nobody sees a disabled node or what is below it; roles are granted these nodes.',
  ),
  tree: t('菜单树', 'Menu tree'),
  all: t('全部菜单', 'All menus'),
  find: t('查找菜单或按钮', 'Find a menu or button'),
  findNothing: t('没有名称相符的菜单或按钮', 'No menu or button has such a name'),
  list: t(
    (name: string) => `${name} 的下级`,
    name => `Below ${name}`,
  ),
  add: acts.add,
  addBelow: acts.addChild,
  edit: acts.edit,
  remove: acts.remove,
  restore: t('恢复内置', 'Restore built-in'),
  restoreTitle: t(
    (name: string) => `恢复“${name}”的内置下级？`,
    name => `Restore what is built in below “${name}”?`,
  ),
  restoreText: t(
    '只补回缺少的内置菜单和按钮，已有节点不变。',
    'Only built-in menus and buttons that are missing come back; nodes that exist stay as they are.',
  ),
  restored: t(
    (count: number) => (count > 0 ? `已恢复 ${count} 个节点` : '没有缺少的内置节点'),
    count => (count > 0 ? `${plural(count, 'node')} restored` : 'No built-in node is missing'),
  ),
  enable: acts.enable,
  disable: acts.disable,
  enabled: states.enabled,
  disabled: states.disabled,
  menu: things.menu,
  button: things.button,
  saved: outcomes.saved,
  done: outcomes.done,
  removed: outcomes.removed,
  enableTitle: named.askEnable,
  disableTitle: named.askDisable,
  enableText: t('启用后，获得授权的用户即可看到它。', 'Those who are granted it can see it.'),
  disableText: t(
    '停用后，它和它的下级对所有人不再显示，已授权的角色保留授权。',
    'Nobody sees it or what is below it any more; roles that are granted it keep their grants.',
  ),
  batchEnable: t(
    (count: number) => `启用选中的 ${count} 个节点？`,
    count => `Enable ${selected(count)}?`,
  ),
  batchDisable: t(
    (count: number) => `停用选中的 ${count} 个节点？`,
    count => `Disable ${selected(count)}?`,
  ),
  removeTitle: named.askRemove,
  batchRemove: t(
    (count: number) => `删除选中的 ${count} 个节点？`,
    count => `Delete ${selected(count)}?`,
  ),
  removeText: t(
    '其下的按钮一并删除，角色上的授权随之失效；有下级菜单的节点不能删除。',
    'Its buttons are deleted with it and grants of it to roles end. Nodes with menus below them cannot be deleted.',
  ),
  menuPageItself: t('不能停用或删除菜单管理自身及其上级', 'Menu management and what is above it cannot be disabled or deleted'),
  delegate: t('允许分级授权', 'Allow'),
  delegateTitle: t(
    (name: string) => `允许把“${name}”交给分级管理员？`,
    name => `Allow “${name}” for delegated administrators?`,
  ),
  delegateText: t(
    '此页的改动对整个系统生效，不限于某个机构。得到此页和其中按钮的分级管理员，可以改动本机构以外的内容。',
    'What is changed on this page affects the whole system, not a single organisation. Delegated administrators who get it and its buttons can change things outside their organisation.',
  ),
  delegation: t(
    (name: string) => `分级授权可见 ${name}`,
    name => `Visible when delegating: ${name}`,
  ),
  status: named.status,
  noScreen: t('无页面', 'No page'),
  none: t('该菜单下还没有下级', 'Nothing below this menu yet'),
  noneHint: t('目录下放菜单页，菜单页下放按钮。', 'Folders hold pages, pages hold buttons.'),
  columns: {
    name: fields.name,
    where: t('地址 / 编码', 'Address / code'),
    status: fields.status,
    delegation: t('分级可见', 'Delegable'),
    sortNum: fields.order,
  },
  filters: { name: fields.name, type: fields.type, status: fields.status, any: states.all },
  dialog: {
    add: t('新增菜单', 'Add menu'),
    edit: t('编辑菜单', 'Edit menu'),
    parent: fields.parent,
    type: fields.type,
    name: fields.name,
    namePlaceholder: t('左侧菜单中显示的名称', 'As shown in the menu on the left'),
    uri: fields.menuUri,
    uriHint: t(
      '以 / 开头的页面地址，或 http://、https:// 开头的外部链接；目录也需要地址。',
      'The address of a page, beginning with /, or an external link beginning with http:// or https://. Folders need an address too.',
    ),
    uriProblem: t('菜单地址不正确', 'The menu address is not valid'),
    leadsNowhere: t(
      '已保存。该地址没有对应的页面，下面也没有菜单，左侧菜单和角色授权中不会出现。',
      'Saved. No page has this address and no menu is below it, so it appears neither in the menu on the left nor among the permissions of roles.',
    ),
    mark: t('权限编码', 'Permission code'),
    buttonCodeHint: t('同一页面内唯一，例如 add-user', 'Unique within a page, for example add-user'),
    icon: fields.icon,
    noIcon: t('不显示图标', 'No icon'),
    sortNum: fields.sortNum,
    sortHint: outcomes.sortedLastIfEmpty,
    status: fields.status,
    delegation: t('分级授权可见', 'Visible when delegating'),
    nameTaken: problems.nameTaken,
    buttonCodeTaken: problems.codeTaken,
  },
} as const
