import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: t('用户标签管理', 'User labels'),
  description: t(
    '给用户打标签，用于筛选、授权和导出。手动标签逐个添加成员，规则标签按条件自动维护成员。',
    'Labels on users serve for filters, grants and exports. Those kept by hand are given one by one; those with a rule keep their members themselves.',
  ),
  list: t('标签列表', 'List of labels'),
  add: t('新增标签', 'Add label'),
  edit: acts.edit,
  editOf: named.edit,
  remove: acts.remove,
  members: t(things.member, 'Members'),
  any: states.all,
  manual: t(states.manual, 'By hand'),
  byRule: t(fields.rule, 'By rule'),
  statusOf: named.status,
  columns: {
    name: t(fields.label, 'Label'),
    kind: fields.type,
    rule: t('规则或备注', 'Rule or remark'),
    userCount: t('成员数', 'Members'),
    status: fields.status,
    sortNum: fields.order,
    remark: fields.remark,
  },
  states: { running: t('正在计算', 'Calculating'), incomplete: t('未计算完', 'Incomplete') },
  incompleteHint: t(
    '上次计算被取消或失败，请打开编辑后重新保存。',
    'The last calculation was cancelled or failed. Open the label for editing and save it again.',
  ),
  none: t('还没有标签', 'No labels yet'),
  noneHint: t(
    '例如“党员”“援外人员”，或按规则自动归入“信息科全体”。',
    'For example “Party member” or “On mission abroad”, or by rule “All of the IT department”.',
  ),
  removeTitle: named.askRemove,
  removeText: t(
    (count: number) => (count > 0 ? `将从 ${count} 名用户身上移除该标签，用户本身不受影响。` : '没有用户使用该标签。'),
    count =>
      count > 0 ? `The label is removed from ${plural(count, 'user')}; the users themselves stay as they are.` : 'No user has this label.',
  ),
  removeMany: t(
    (count: number) => `删除选中的 ${count} 个标签？`,
    count => `Delete ${plural(count, 'selected label')}?`,
  ),
  removeManyText: t(
    '将从带有这些标签的用户身上移除，用户本身不受影响。',
    'They are removed from the users who have them; the users themselves stay as they are.',
  ),
  enableTitle: named.askEnable,
  disableTitle: named.askDisable,
  enableMany: t(
    (count: number) => `启用选中的 ${count} 个标签？`,
    count => `Enable ${plural(count, 'selected label')}?`,
  ),
  disableMany: t(
    (count: number) => `停用选中的 ${count} 个标签？`,
    count => `Disable ${plural(count, 'selected label')}?`,
  ),
  enableText: t('启用后，可在用户表单和筛选中选择。', 'It can then be chosen in the form of a user and in filters.'),
  disableText: t('停用后不再供选择，成员保留。', 'It can no longer be chosen; its members are kept.'),
  done: outcomes.done,
  saved: outcomes.saved,
  savedRule: t('保存成功，正在后台计算成员', 'Saved; its members are being calculated in the background'),
  removed: outcomes.removed,
  incomplete: problems.ruleUnfinished,
  counting: t(
    (name: string) => `计算“${name}”的成员`,
    name => `Calculating the members of “${name}”`,
  ),
  dialog: {
    name: t('标签名称', 'Label name'),
    nameTaken: problems.nameTaken,
    color: t('颜色', 'Colour'),
    noColor: states.none,
    colors: {
      blue: t('蓝', 'Blue'),
      green: t('绿', 'Green'),
      orange: t('橙', 'Orange'),
      red: t('红', 'Red'),
      purple: t('紫', 'Purple'),
      cyan: t('青', 'Teal'),
      gold: t('金', 'Gold'),
      magenta: t('洋红', 'Magenta'),
    },
    sortNum: fields.sortNum,
    sortHint: outcomes.sortedLastIfEmpty,
    remark: fields.remark,
    kind: t('维护方式', 'Kept'),
    manual: t('手动：逐个添加用户', 'By hand: users are added one by one'),
    byRule: t('规则：符合条件的用户自动带有', 'By rule: users who meet the conditions have it'),
    kindKept: t('维护方式在新增后不能更改', 'This cannot be changed once the label is added'),
    rule: t('标签规则', 'Rule'),
  },
  merge: {
    act: acts.merge,
    hint: t('请选择两个以上的手动标签', 'Choose two or more labels kept by hand'),
    title: t(
      (count: number) => `合并 ${count} 个标签`,
      count => `Merge ${plural(count, 'label')}`,
    ),
    target: t('合并后保留', 'Label to keep'),
    people: named.people,
    outcome: t(
      (stays: string, gone: readonly string[], people: number, fresh: number) =>
        `${gone.map(name => `“${name}”`).join('、')}的 ${people} 名用户并入“${stays}”（其中新增 ${fresh} 名），随后删除${gone.length > 1 ? `这 ${gone.length} 个标签` : '该标签'}。合并后不能撤回。`,
      (stays, gone, people, fresh) =>
        `${plural(people, 'user')} of ${gone.map(name => `“${name}”`).join(', ')} will have “${stays}” (${fresh} of them did not have it before); then ${gone.length > 1 ? `these ${gone.length} labels are` : 'that label is'} deleted. Merging cannot be undone.`,
    ),
    merged: t(
      (fresh: number) => `合并成功，新增 ${fresh} 名用户`,
      fresh => `Merged, ${plural(fresh, 'user')} added`,
    ),
  },
  drawer: {
    title: named.members,
    search: t('姓名、用户名、工号、手机号', 'Name, user name, employee no. or phone'),
    add: acts.addMember,
    addTitle: t(
      (name: string) => `为“${name}”添加用户`,
      name => `Give “${name}” to users`,
    ),
    added: t(
      (count: number) => (count > 0 ? named.addedPeople(count) : '所选用户都已带有该标签'),
      count => (count > 0 ? `${plural(count, 'user')} added` : 'All the users chosen have this label already'),
    ),
    remove: acts.detach,
    removeOne: named.detach,
    removeTitle: t(
      (count: number) => `从标签中移除选中的 ${count} 人？`,
      count => `Remove the label from ${plural(count, 'selected user')}?`,
    ),
    removeText: t('只移除标签，用户本身不受影响。', 'Only the label is removed; the users themselves stay as they are.'),
    removed: t(
      (count: number) => `已移除 ${count} 人`,
      count => `${plural(count, 'user')} removed`,
    ),
    none: t('该标签还没有成员', 'This label has no members yet'),
    noneHint: t('点“添加用户”选择。', `Click “${acts.addMember}” to choose users.`),
    noneByRule: t('没有符合规则的用户', 'No user meets the rule'),
    byRule: t('成员按规则自动维护，不能手工添加或移除。', 'Members follow the rule and cannot be added or removed by hand.'),
    columns: { realName: fields.realName, userName: fields.userName, orgName: fields.mainOrg },
    list: named.members,
  },
} as const
