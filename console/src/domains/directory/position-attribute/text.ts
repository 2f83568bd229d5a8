import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const one: Readonly<Record<string, string>> = { Ranks: 'rank', 'Professional titles': 'professional title', Duties: 'duty', Posts: 'post' }

export const text = {
  setting: {
    title: things.orgSettings,
    description: t(
      '维护职级、职称、职务、岗位，设置新增用户时必填的信息。',
      'Maintain ranks, professional titles, duties and posts, and set what has to be filled in for a new user.',
    ),
    cards: t(things.dictionary, 'Dictionaries'),
    unit: t(
      (_count: number) => things.item,
      count => (count === 1 ? 'item' : 'items'),
    ),
    form: t('用户设置', 'Users'),
    required: t('必填信息', 'Required fields'),
    requiredHint: t(
      '姓名、用户名和主职始终必填；勾选后，新增、编辑和导入用户时也必须填写。',
      'Name, user name and main job are always required. What is ticked is also required when users are added, edited and imported.',
    ),
    fields: {
      requiredPhone: fields.phone,
      requiredIdCard: fields.idCard,
      requiredEmployeeNumber: fields.employeeNumber,
      requiredOriginUserId: fields.originUserId,
    },
    openOtherJob: t('允许兼职', 'Allow other jobs'),
    openOtherJobHint: t(
      '关闭后不能再新增兼职，已有的兼职保留。',
      'While this is off no other jobs can be added; those that exist are kept.',
    ),
    userNameRule: t('用户名生成规则', 'User names are made from'),
    rules: { pinyin: t('姓名拼音', 'Pinyin of the name'), phone: fields.phone, employeeNumber: fields.employeeNumber },
    example: t('例如：', 'Example: '),
    examples: {
      pinyin: t(
        '张伟 → zhangwei；已被占用时加手机号后四位 zhangwei1234，仍被占用时依次加 1、2、3…',
        'Zhang Wei → zhangwei; if it is taken, with the last four digits of the phone number, zhangwei1234; if that is taken too, with 1, 2, 3…',
      ),
      phone: t(
        '张伟，手机号 13800001234 → 13800001234；没有手机号时使用姓名拼音',
        'Zhang Wei, phone number 13800001234 → 13800001234; without a phone number, the pinyin of the name',
      ),
      employeeNumber: t(
        '张伟，工号 A1001 → A1001；没有工号时使用姓名拼音',
        'Zhang Wei, employee number A1001 → A1001; without an employee number, the pinyin of the name',
      ),
    },
    saved: outcomes.savedAtOnce,
  },
  faces: {
    rank: {
      name: t(fields.rank, 'Ranks'),
      description: t(
        '用户的级别，用于任职、筛选、导入导出和标签规则。',
        'How senior a user is; for jobs, filters, imports, exports and the rules of labels.',
      ),
    },
    title: {
      name: t(fields.title, 'Professional titles'),
      description: t(
        '用户的专业技术职称，用于任职、筛选、导入导出和标签规则。',
        'What a user is qualified as; for jobs, filters, imports, exports and the rules of labels.',
      ),
    },
    duty: {
      name: t(fields.duty, 'Duties'),
      description: t(
        '用户担任的职务，用于任职、筛选、导入导出和标签规则。',
        'What office a user holds; for jobs, filters, imports, exports and the rules of labels.',
      ),
    },
    post: {
      name: t(fields.post, 'Posts'),
      description: t(
        '用户所在的岗位，用于任职、筛选、导入导出和标签规则。',
        'Where a user is employed; for jobs, filters, imports, exports and the rules of labels.',
      ),
    },
  },
  list: t(
    (name: string) => `${name}列表`,
    name => `List of ${name.toLowerCase()}`,
  ),
  add: t(
    (name: string) => `新增${name}`,
    name => `Add ${one[name] ?? name}`,
  ),
  editOf: named.edit,
  edit: acts.edit,
  remove: acts.remove,
  enabled: states.enabled,
  disabled: states.disabled,
  statusOf: named.status,
  columns: {
    name: fields.name,
    code: fields.code,
    userCount: t('使用人数', 'Used by'),
    status: fields.status,
    sortNum: fields.order,
    remark: fields.remark,
  },
  inUse: t(
    (count: number) => `${count} 人正在使用，不能删除`,
    count => `Used by ${plural(count, 'user')}, so it cannot be deleted`,
  ),
  removeTitle: named.askRemove,
  removeMany: t(
    (count: number) => `删除选中的 ${count} 项？`,
    count => `Delete ${plural(count, 'selected item')}?`,
  ),
  removeText: t('被用户使用的不能删除；删除后不可恢复。', 'Items in use cannot be deleted. A deletion cannot be undone.'),
  enableMany: t(
    (count: number) => `启用选中的 ${count} 项？`,
    count => `Enable ${plural(count, 'selected item')}?`,
  ),
  disableMany: t(
    (count: number) => `停用选中的 ${count} 项？`,
    count => `Disable ${plural(count, 'selected item')}?`,
  ),
  enableTitle: named.askEnable,
  disableTitle: named.askDisable,
  enableText: t('启用后，可在任职信息中选择。', 'It can then be chosen for jobs.'),
  disableText: t('停用后不再供选择，已使用的用户不受影响。', 'It can no longer be chosen; users who have it keep it.'),
  done: outcomes.done,
  saved: outcomes.saved,
  removed: outcomes.removed,
  sorted: outcomes.orderSaved,
  dragHint: t('拖动调整顺序', 'Drag to change the order'),
  none: t(
    (name: string) => `还没有${name}`,
    name => `No ${name.toLowerCase()} yet`,
  ),
  noneHint: t(
    '逐项新增，导入代码表，或一次采用国家标准代码。',
    'Add them one by one, import a table of codes, or adopt the national standard codes at once.',
  ),
  noneHintPlain: t(
    '逐项新增，或导入代码表；之后即可在任职信息中选择。',
    'Add them one by one or import a table of codes; they can then be chosen for jobs.',
  ),
  dialog: {
    name: fields.name,
    code: fields.code,
    codeHint: t(
      '字母、数字、下划线、点和短横线，导入表格时可代替名称',
      'Letters, digits, underscores, dots and hyphens; can stand for the name in imported tables',
    ),
    codeProblem: problems.codeWrong,
    sortNum: fields.sortNum,
    sortHint: outcomes.sortedLastIfEmpty,
    remark: fields.remark,
    status: fields.status,
    nameTaken: problems.nameTaken,
    codeTaken: problems.codeTaken,
  },
  standard: {
    open: acts.adoptNationalCodes,
    title: acts.adoptNationalCodes,
    hint: t(
      (fresh: number, present: number) =>
        present > 0 ? `将新增 ${fresh} 项；${present} 项的编码或名称已存在，保持不变。` : `将新增以下 ${fresh} 项。`,
      (fresh, present) =>
        present > 0
          ? `${plural(fresh, 'item')} will be added; ${present} whose code or name exists already stay as they are.`
          : `${fresh === 1 ? 'This item' : `These ${fresh} items`} will be added.`,
    ),
    nothing: t('这些代码都已存在，无需新增。', 'All these codes exist already, there is nothing to add.'),
  },
  codes: {
    open: t('导入代码表', 'Import codes'),
    title: t(
      (name: string) => `导入${name}代码表`,
      name => `Import a table of ${name.toLowerCase()}`,
    ),
    source: t('代码表名称', 'Name of the table'),
    sourceHint: t(
      '如“GB/T 12403-1990 干部职务名称代码”，记入新增项的备注',
      'Such as “GB/T 12403-1990 Codes of cadre duties”; it becomes the remark of the items added',
    ),
    table: t('编码和名称', 'Codes and names'),
    tableHint: t(
      (max: number) => `从表格中复制后粘贴，每行一项，编码在前或名称在前均可，一次最多 ${max} 项`,
      max => `Copied from a table and pasted here, one item per line, code or name first, at most ${max} items at once`,
    ),
    example: t('ZR\t主任\nFZR\t副主任', 'DIR\tDirector\nDEP\tDeputy director'),
    check: t('检查', 'Check'),
    counted: t(
      (lines: number) => `已输入 ${lines} 项`,
      lines => plural(lines, 'item'),
    ),
    tooMany: t(
      (lines: number, max: number) => `已输入 ${lines} 项，一次最多 ${max} 项`,
      (lines, max) => `${plural(lines, 'item')}; at most ${max} at once`,
    ),
    result: t('检查结果', 'Result of the check'),
    summary: t(
      (fresh: number, present: number, faulty: number) =>
        [
          fresh > 0 ? `将新增 ${fresh} 项` : '没有可新增的项',
          ...(present > 0 ? [`${present} 项已存在，保持不变`] : []),
          ...(faulty > 0 ? [`${faulty} 项有误，不会导入`] : []),
        ].join('；'),
      (fresh, present, faulty) =>
        [
          fresh > 0 ? `${plural(fresh, 'item')} will be added` : 'Nothing to add',
          ...(present > 0 ? [`${present} already there, left unchanged`] : []),
          ...(faulty > 0 ? [`${faulty} not valid, left out`] : []),
        ].join('; '),
    ),
    states: { new: acts.add, present: t('已存在', 'Exists'), faulty: states.faulty },
    back: t(acts.modify, 'Change'),
    take: t(
      (count: number) => `新增 ${count} 项`,
      count => `Add ${plural(count, 'item')}`,
    ),
    taken: t(
      (count: number) => `已新增 ${count} 项`,
      count => `${plural(count, 'item')} added`,
    ),
  },
} as const
