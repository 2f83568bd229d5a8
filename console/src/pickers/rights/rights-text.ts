import { acts, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  /** Words by kind of tree: menus with buttons, applications with roles, APIs by group. */
  nodes: {
    menu: {
      tree: t('菜单与按钮', 'Menus and buttons'),
      leaves: t(
        (name: string) => `${name}的按钮`,
        name => `Buttons of ${name}`,
      ),
      linked: t('勾选菜单时一并勾选按钮', 'Ticking a menu ticks its buttons'),
      nothing: t('没有符合条件的菜单', 'No menu matches'),
    },
    app: {
      tree: things.appsAndRoles,
      leaves: t(
        (name: string) => `${name}的角色`,
        name => `Roles of ${name}`,
      ),
      linked: t('勾选应用时一并勾选角色', 'Ticking an application ticks its roles'),
      nothing: t('没有符合条件的应用', 'No application matches'),
    },
    api: {
      tree: t('可开放的接口', 'APIs that may be opened'),
      leaves: (name: string) => name,
      // A group always includes its calls.
      linked: '',
      nothing: t('没有符合条件的接口', 'No API matches'),
    },
  },
  form: {
    save: acts.save,
    reset: t('撤销更改', 'Undo changes'),
    staleText: t('请重新载入后再作修改，您尚未保存的勾选不会保留。', 'Reload before you go on; what you have not saved will be lost.'),
    reload: t('重新载入', 'Reload'),
  },
  rights: {
    search: acts.findByName,
    onlyChosen: t('仅看已选', 'Ticked only'),
    onlyChanged: t('仅看变化', 'Changes only'),
    openAll: t('全部展开', 'Unfold all'),
    closeAll: t('全部收起', 'Fold all'),
    open: t(
      (name: string) => `展开 ${name}`,
      name => `Unfold ${name}`,
    ),
    close: t(
      (name: string) => `收起 ${name}`,
      name => `Fold ${name}`,
    ),
    count: (chosen: number, all: number) => `${chosen} / ${all}`,
    disabled: states.disabled,
    notHeld: t('您未持有该权限，不能授予或收回', 'You do not hold this permission and can neither grant nor revoke it'),
    gain: t(acts.add, 'Added'),
    lose: t(acts.detach, 'Removed'),
    summary: t('变更摘要', 'Changes'),
    listed: t('得失清单', 'What is gained and lost'),
    unchanged: t('尚无变化', 'No changes yet'),
    gained: t(
      (count: number) => `新增 ${count} 项`,
      count => `${count} added`,
    ),
    lost: t(
      (count: number) => `移除 ${count} 项`,
      count => `${count} removed`,
    ),
  },
} as const
