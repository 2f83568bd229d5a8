import { plural, type Translated } from '@hufu/contract/language'
import { acts, faults, fields, named, outcomes, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const one: Readonly<Record<string, string>> = { Ranks: 'rank', 'Professional titles': 'professional title', Duties: 'duty', Posts: 'post' }

export const text: Translated<typeof chinese> = {
  setting: {
    title: things.orgSettings,
    description: 'Maintain ranks, professional titles, duties and posts, and set what has to be filled in for a new user.',
    cards: 'Dictionaries',
    unit: count => (count === 1 ? 'item' : 'items'),
    form: 'Users',
    required: 'Required fields',
    requiredHint:
      'Name, user name and main job are always required. What is ticked is also required when users are added, edited and imported.',
    fields: {
      requiredPhone: fields.phone,
      requiredIdCard: fields.idCard,
      requiredEmployeeNumber: fields.employeeNumber,
      requiredOriginUserId: fields.originUserId,
    },
    openOtherJob: 'Allow other jobs',
    openOtherJobHint: 'While this is off no other jobs can be added; those that exist are kept.',
    userNameRule: 'User names are made from',
    rules: { pinyin: 'Pinyin of the name', phone: fields.phone, employeeNumber: fields.employeeNumber },
    example: 'Example: ',
    examples: {
      pinyin:
        'Zhang Wei → zhangwei; if it is taken, with the last four digits of the phone number, zhangwei1234; if that is taken too, with 1, 2, 3…',
      phone: 'Zhang Wei, phone number 13800001234 → 13800001234; without a phone number, the pinyin of the name',
      employeeNumber: 'Zhang Wei, employee number A1001 → A1001; without an employee number, the pinyin of the name',
    },
    save: acts.save,
    saved: outcomes.savedAtOnce,
  },
  faces: {
    rank: { name: 'Ranks', description: 'How senior a user is; for jobs, filters, imports, exports and the rules of labels.' },
    title: {
      name: 'Professional titles',
      description: 'What a user is qualified as; for jobs, filters, imports, exports and the rules of labels.',
    },
    duty: { name: 'Duties', description: 'What office a user holds; for jobs, filters, imports, exports and the rules of labels.' },
    post: { name: 'Posts', description: 'Where a user is employed; for jobs, filters, imports, exports and the rules of labels.' },
  },
  list: name => `List of ${name.toLowerCase()}`,
  add: name => `Add ${one[name] ?? name}`,
  editOf: named.edit,
  edit: acts.edit,
  remove: acts.remove,
  enabled: states.enabled,
  disabled: states.disabled,
  statusOf: named.status,
  columns: {
    name: fields.name,
    code: fields.code,
    userCount: 'Used by',
    status: fields.status,
    sortNum: fields.order,
    remark: fields.remark,
  },
  inUse: count => `Used by ${plural(count, 'user')}, so it cannot be deleted`,
  removeTitle: named.askRemove,
  removeMany: count => `Delete ${plural(count, 'selected item')}?`,
  removeText: 'Items in use cannot be deleted. A deletion cannot be undone.',
  enableMany: count => `Enable ${plural(count, 'selected item')}?`,
  disableMany: count => `Disable ${plural(count, 'selected item')}?`,
  enableTitle: named.askEnable,
  disableTitle: named.askDisable,
  enableText: 'It can then be chosen for jobs.',
  disableText: 'It can no longer be chosen; users who have it keep it.',
  done: outcomes.done,
  saved: outcomes.saved,
  removed: outcomes.removed,
  sorted: outcomes.orderSaved,
  dragHint: 'Drag to change the order',
  none: name => `No ${name.toLowerCase()} yet`,
  noneHint: 'Add them one by one, import a table of codes, or adopt the national standard codes at once.',
  noneHintPlain: 'Add them one by one or import a table of codes; they can then be chosen for jobs.',
  dialog: {
    name: fields.name,
    code: fields.code,
    codeHint: 'Letters, digits, underscores, dots and hyphens; can stand for the name in imported tables',
    codeProblem: faults.codeWrong,
    sortNum: fields.sortNum,
    sortHint: outcomes.sortedLastIfEmpty,
    remark: fields.remark,
    status: fields.status,
    nameTaken: faults.nameTaken,
    codeTaken: faults.codeTaken,
  },
  standard: {
    open: acts.adoptNationalCodes,
    title: acts.adoptNationalCodes,
    hint: (fresh, present) =>
      present > 0
        ? `${plural(fresh, 'item')} will be added; ${present} whose code or name exists already stay as they are.`
        : `${fresh === 1 ? 'This item' : `These ${fresh} items`} will be added.`,
    nothing: 'All these codes exist already, there is nothing to add.',
  },
  codes: {
    open: 'Import codes',
    title: name => `Import a table of ${name.toLowerCase()}`,
    source: 'Name of the table',
    sourceHint: 'Such as “GB/T 12403-1990 Codes of cadre duties”; it becomes the remark of the items added',
    table: 'Codes and names',
    tableHint: max => `Copied from a table and pasted here, one item per line, code or name first, at most ${max} items at once`,
    example: 'DIR\tDirector\nDEP\tDeputy director',
    check: 'Check',
    counted: lines => plural(lines, 'item'),
    tooMany: (lines, max) => `${plural(lines, 'item')}; at most ${max} at once`,
    result: 'Result of the check',
    summary: (fresh, present, faulty) =>
      [
        fresh > 0 ? `${plural(fresh, 'item')} will be added` : 'Nothing to add',
        ...(present > 0 ? [`${present} already there, left unchanged`] : []),
        ...(faulty > 0 ? [`${faulty} not valid, left out`] : []),
      ].join('; '),
    states: { new: acts.add, present: 'Exists', faulty: states.faulty },
    back: 'Change',
    take: count => `Add ${plural(count, 'item')}`,
    taken: count => `${plural(count, 'item')} added`,
  },
}
