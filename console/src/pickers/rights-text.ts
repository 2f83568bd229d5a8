import { acts, states, things } from '@hufu/contract/text'

export const text = {
  /** Words by kind of tree: menus with buttons, applications with roles, APIs by group. */
  nodes: {
    menu: {
      tree: '菜单与按钮',
      leaves: (name: string) => `${name}的按钮`,
      linked: '勾选菜单时一并勾选按钮',
      nothing: '没有符合条件的菜单',
    },
    app: {
      tree: things.appsAndRoles,
      leaves: (name: string) => `${name}的角色`,
      linked: '勾选应用时一并勾选角色',
      nothing: '没有符合条件的应用',
    },
    api: {
      tree: '可开放的接口',
      leaves: (name: string) => name,
      // A group always includes its calls.
      linked: '',
      nothing: '没有符合条件的接口',
    },
  },
  form: {
    save: acts.save,
    reset: '撤销更改',
    staleText: '请重新载入后再作修改，您尚未保存的勾选不会保留。',
    reload: '重新载入',
  },
  rights: {
    search: acts.findByName,
    onlyChosen: '仅看已选',
    onlyChanged: '仅看变化',
    openAll: '全部展开',
    closeAll: '全部收起',
    open: (name: string) => `展开 ${name}`,
    close: (name: string) => `收起 ${name}`,
    count: (chosen: number, all: number) => `${chosen} / ${all}`,
    disabled: states.disabled,
    notHeld: '您未持有该权限，不能授予或收回',
    gain: acts.add,
    lose: acts.detach,
    summary: '变更摘要',
    listed: '得失清单',
    unchanged: '尚无变化',
    gained: (count: number) => `新增 ${count} 项`,
    lost: (count: number) => `移除 ${count} 项`,
  },
} as const
