import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const delegations = (count: number) => plural(count, 'delegation')
const menusOf = (count: number) => plural(count, 'menu')
const buttonsOf = (count: number) => plural(count, 'button')

export const text = {
  title: acts.setDelegatedAdmin,
  titleOf: t(
    (org: string) => `“${org}”的分级管理员`,
    org => `Delegated administrators of “${org}”`,
  ),
  description: t(
    '分级管理员只管理指定机构，只使用授予的菜单与按钮。列表先列出为本机构设置的，再列出由上级机构设置、覆盖到本机构的。',
    'Delegated administrators manage only the organisation given to them, and use only the menus and buttons granted. Those set for this organisation come first, then those set for a parent organisation that reach this one.',
  ),
  list: t(things.delegatedAdminList, 'List of delegated administrators'),
  listTitle: things.delegatedAdminList,
  listDescription: t(
    '谁管理哪个机构、能做什么、由谁授权。缩减或停用一项授权，由它转授的授权随之缩减或暂停。',
    'Who manages which organisation, what they can do, and who set it. When a delegation is reduced or disabled, those passed on from it are reduced or paused too.',
  ),
  add: t('新增分级管理员', 'Add delegated administrator'),
  none: t('未设置，本机构由上级管理员管理', 'None: this organisation is managed by the administrators above it'),
  noneHint: t(
    '设置后，分级管理员只看到本机构的数据和授予的菜单。',
    'Delegated administrators see only the data of this organisation and the menus granted.',
  ),
  noneAtAll: t('还没有分级管理员', 'No delegated administrators yet'),
  noneAtAllHint: t(
    '为机构设置分级管理员，把日常维护交给最了解它的人。',
    'Set delegated administrators for an organisation and leave the daily work to those who know it best.',
  ),
  mayNotAdd: t(
    '您的授权不可转授，不能新增分级管理员',
    'Your own delegation cannot be passed on, so you cannot add delegated administrators',
  ),
  noOrg: t('请先选择机构', 'Choose an organisation first'),
  noOrgHint: t(
    '从组织机构或机构管理中打开“分级管理员”。',
    `Open “Delegated administrators” from “${things.organisation}” or from the list of organisations.`,
  ),
  toOrgs: t('去选择机构', 'Choose an organisation'),
  any: states.all,
  inherited: t('上级设置', 'From parent'),
  self: t(states.oneself, 'You'),
  yes: states.yes,
  no: states.no,
  whole: states.withChildren,
  flat: t('本机构', 'This one only'),
  menus: t((count: number) => `${count} 菜单`, menusOf),
  buttons: t((count: number) => `${count} 按钮`, buttonsOf),
  nodes: t(
    (menus: number, buttons: number) => `${menus} 菜单 · ${buttons} 按钮`,
    (menus, buttons) => `${menusOf(menus)} · ${buttonsOf(buttons)}`,
  ),
  below: named.items,
  from: t(
    (begin: string) => `自 ${begin}`,
    begin => `From ${begin}`,
  ),
  to: t(
    (end: string) => `至 ${end}`,
    end => `Until ${end}`,
  ),
  between: named.between,
  always: states.alwaysValid,
  closed: t('未开启分级管理', 'Delegated administration is off'),
  closedText: t(
    '已有的授权保留但不生效，开启后立即恢复。请由超级管理员在系统设置中打开“开启分级管理员”。',
    'Existing delegations are kept but have no effect; they come back as soon as it is switched on. A super administrator can switch on “Delegated administration” in the security settings.',
  ),
  handedOn: t('转授', 'Passed on'),
  handedOnFrom: t(
    (name: string) => `转授自 ${name}`,
    name => `Passed on from ${name}`,
  ),
  columns: {
    realName: fields.realName,
    orgName: t(fields.managedOrg, 'Organisation'),
    state: fields.status,
    nodes: t('功能', 'Functions'),
    redelegable: t(fields.redelegable, 'Pass on?'),
    period: fields.validity,
    grantedBy: t('设置人', 'Set by'),
    below: t('转授数', 'Onward'),
  },
  export: acts.exportSheet,
  exporting: t('导出分级管理员', 'Export delegated administrators'),
  states: {
    live: states.inEffect,
    waiting: states.notBegun,
    ended: states.expired,
    disabled: states.alreadyDisabled,
    resting: states.paused,
  },
  reasons: {
    live: '',
    waiting: t(
      (begin: string) => `${begin} 开始生效`,
      begin => `Takes effect from ${begin}`,
    ),
    ended: t(
      (end: string) => `已于 ${end} 到期`,
      end => `Expired at ${end}`,
    ),
    disabled: t('已被停用，启用后恢复', 'It is disabled and comes back once enabled'),
    resting: t(
      (source: string) => `转授人“${source}”的授权未生效，或已不覆盖该机构`,
      source => `The delegation of “${source}”, who passed it on, has no effect or no longer reaches this organisation`,
    ),
    restingAlone: t('该授权暂不生效', 'This delegation has no effect for the time being'),
  },
  filters: {
    searchKey: fields.keyword,
    searchHint: t('姓名或用户名', 'Name or user name'),
    state: fields.status,
    org: t(things.org, 'Organisation'),
    everyOrg: states.allOrgs,
  },
  views: { list: t('列表', 'List'), chain: t('授权链', 'Chain') },
  chain: {
    label: t('授权链', 'Chain of delegations'),
    hint: t(
      '缩进表示由谁转授：上一级停用或到期，其下各级一并暂停。',
      'Indentation shows who passed it on: when one is disabled or expires, everything below it is paused.',
    ),
    cut: t(
      (shown: number, total: number) => `共 ${total} 项，仅显示前 ${shown} 项，请用机构或关键字缩小范围。`,
      (shown, total) => `Only the first ${shown} of ${delegations(total)} are shown; narrow the list by organisation or keyword.`,
    ),
    by: t(
      (name: string) => `由 ${name} 设置`,
      name => `Set by ${name}`,
    ),
    outside: t('转授人不在当前筛选结果中', 'The person who passed it on is not among those found'),
  },
  tools: {
    edit: acts.edit,
    view: acts.view,
    copy: acts.copy,
    renew: t('续期', 'Extend'),
    remove: acts.remove,
    own: t('不能修改自己的授权', 'You cannot change your own delegation'),
    foreign: t('不是由您授予，不能修改', 'You did not set it, so you cannot change it'),
    batchForeign: t('所选中有您不能修改的授权', 'Some of those selected cannot be changed by you'),
  },
  acts: {
    done: outcomes.done,
    removed: outcomes.removed,
    saved: outcomes.saved,
    added: t(
      (count: number) => `已新增 ${count} 名分级管理员`,
      count => `${plural(count, 'delegated administrator')} added`,
    ),
    whom: t(
      (name: string, org: string) => `“${name}”在“${org}”的授权`,
      (name, org) => `the delegation of “${name}” in “${org}”`,
    ),
    many: t((count: number) => `${count} 项授权`, delegations),
    enableTitle: t(
      (whom: string) => `启用${whom}？`,
      whom => `Enable ${whom}?`,
    ),
    enableText: t('启用后立即恢复，由它转授的授权也一并恢复。', 'It comes back at once, together with those passed on from it.'),
    disableTitle: t(
      (whom: string) => `停用${whom}？`,
      whom => `Disable ${whom}?`,
    ),
    disableText: t(
      (below: number) =>
        below > 0 ? `停用后 1 秒内失效，由它转授的 ${below} 项授权一并暂停，启用后恢复。` : '停用后 1 秒内失效，可随时启用。',
      below =>
        below > 0
          ? `It has no effect after 1 second; ${delegations(below)} passed on from it ${below === 1 ? 'is' : 'are'} paused too and ${below === 1 ? 'comes' : 'come'} back with it.`
          : 'It has no effect after 1 second and can be enabled again at any time.',
    ),
    disableMany: t(
      '停用后 1 秒内失效，由它们转授的授权一并暂停，启用后恢复。',
      'They have no effect after 1 second; those passed on from them are paused too and come back with them.',
    ),
    removeTitle: t(
      (whom: string) => `删除${whom}？`,
      whom => `Delete ${whom}?`,
    ),
    removeText: t(
      (below: number) =>
        below > 0 ? `由它转授的 ${below} 项授权将一并删除，1 秒内生效，不能恢复。` : '1 秒内生效，不能恢复；用户账号不受影响。',
      below =>
        below > 0
          ? `${delegations(below)} passed on from it ${below === 1 ? 'is' : 'are'} deleted too, within 1 second. This cannot be undone.`
          : 'It ends within 1 second and cannot be recovered; the user account stays as it is.',
    ),
    removeMany: t(
      '由它们转授的授权将一并删除，1 秒内生效，不能恢复。',
      'Those passed on from them are deleted too, within 1 second. This cannot be undone.',
    ),
  },
  editor: {
    add: t('新增分级管理员', 'Add delegated administrator'),
    edit: t('分级管理员授权', 'Delegation'),
    description: t(
      '只能授予您自己持有的菜单与按钮。右侧随时列出与保存前相比的变化。',
      'You can grant only menus and buttons you hold yourself. On the right you see at any time what has changed since it was last saved.',
    ),
    reachTitle: t('用户与范围', 'Users and scope'),
    rightsTitle: t('菜单与按钮', 'Menus and buttons'),
    ofWhom: t(
      (name: string, userName: string) => `${name}（${userName}）`,
      (name, userName) => `${name} (${userName})`,
    ),
    user: t(things.user, 'User'),
    users: t(things.user, 'Users'),
    usersMissing: problems.userNotChosen,
    usersHint: t('可选多人，各得一份相同的授权。', 'Choose several to give each the same delegation.'),
    taken: t(
      (names: readonly string[]) => `${names.join('、')} 已是此机构的分级管理员`,
      names =>
        `${names.join(', ')} ${names.length === 1 ? 'is already a delegated administrator' : 'are already delegated administrators'} of this organisation`,
    ),
    org: fields.managedOrg,
    reach: t(fields.range, 'Scope'),
    redelegable: t(fields.redelegable, 'Pass on?'),
    handOnHint: t('可把自己持有的一部分再授予其管理范围内的用户。', 'They can give a part of what they hold to users within their scope.'),
    begin: fields.effectiveTime,
    end: fields.validUntil,
    atOnce: t('立即生效', 'At once'),
    endBeforeBegin: t('有效期应晚于生效时间', 'It must be valid until after it takes effect'),
    ended: t('有效期应晚于今天', 'It must be valid until after today'),
    kept: t(
      '该授权还包含您未持有的权限，保存后保持不变。',
      'This delegation also includes permissions you do not hold; saving leaves them as they are.',
    ),
    preset: t('套用预设…', 'Apply preset…'),
    presetLabel: t('套用预设', 'Apply preset'),
    copyFrom: t('从其他管理员复制…', 'Copy from another administrator…'),
    copyLabel: t('从分级管理员复制', 'Copy from a delegated administrator'),
    everything: t('全部菜单与按钮', 'All menus and buttons'),
    menusOnly: t('只读：全部菜单，不含按钮', 'Read only: all menus, no buttons'),
    sets: {
      department: t('部门管理员', 'Department administrator'),
      personnel: t('人事管理员', 'Personnel administrator'),
      desk: t('服务台', 'Service desk'),
      grants: t('授权管理员', 'Grant administrator'),
      reviews: t('审核员', 'Reviewer'),
    },
    asRole: t(
      (name: string) => `同角色“${name}”`,
      name => `As the role “${name}”`,
    ),
    presetGroups: { usual: t('常用', 'Usual'), role: t('按角色', 'By role'), tree: t('按菜单', 'By menu') },
    group: t(
      (name: string) => `仅 ${name}`,
      name => `Only ${name}`,
    ),
    noMenu: t('请至少选择一个菜单', 'Choose at least one menu'),
    noteNew: t(
      (people: number) => (people > 0 ? `将授予 ${people} 人，保存后 1 秒内生效。` : '选择用户与菜单后保存。'),
      people =>
        people > 0
          ? `Will be given to ${plural(people, 'user')}; takes effect within 1 second of saving.`
          : 'Choose users and menus, then save.',
    ),
    note: t(
      (below: number) =>
        `保存后 1 秒内生效，无需重新登录。${below > 0 ? `由它转授的授权有 ${below} 项，缩减时随之缩减，保存前会列出。` : ''}`,
      below =>
        `Takes effect within 1 second of saving, without signing in again.${below > 0 ? ` ${delegations(below)} passed on from it will shrink with it; what shrinks is listed before it is saved.` : ''}`,
    ),
    also: t(
      (fields: readonly string[]) => `另有修改：${fields.join('、')}`,
      changed => `Also changed: ${changed.join(', ')}`,
    ),
    save: acts.save,
    reset: t('撤销更改', 'Undo changes'),
    shrinkTitle: t(
      (count: number) => `将影响其下 ${count} 项授权`,
      count => `This affects ${delegations(count)} below it`,
    ),
    shrinkText: t(
      '保存后，以下授权随之缩减或删除，1 秒内生效，不能恢复：',
      'Saving reduces or deletes the following delegations within 1 second. This cannot be undone:',
    ),
    shrinkOk: t('保存并缩减', 'Save and reduce'),
    shrinkList: t('受影响的授权', 'Delegations affected'),
    removed: t(acts.remove, 'Deleted'),
    smaller: t('缩减', 'Reduced'),
    loses: t(
      (menus: number, buttons: number) => `失去 ${menus} 个菜单、${buttons} 个按钮`,
      (menus, buttons) => `loses ${menusOf(menus)} and ${buttonsOf(buttons)}`,
    ),
    losesReach: t('范围或有效期缩小', 'smaller scope or shorter validity'),
    stale: t('该授权已被他人修改', 'Somebody else has changed this delegation'),
    staleText: t('请重新载入后再作修改，您尚未保存的内容不会保留。', 'Reload before you change it again; what you have not saved is lost.'),
    reload: t('重新载入', 'Reload'),
  },
  renew: {
    title: t(
      (name: string) => `“${name}”续期`,
      name => `Extend “${name}”`,
    ),
    now: t('当前有效期', 'Currently valid'),
    end: fields.validUntil,
    hint: t(
      '留空为长期有效；由他人转授的，不能超过转授人的有效期。',
      'Leave empty for no end. If somebody else passed it on, it cannot last longer than theirs.',
    ),
  },
} as const
