import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const changes = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'change' : 'changes'}`
export const text = {
  title: things.dataHistory,
  description: t(
    '用户、机构、角色、授权、菜单和配置的每一次变更：谁在何时把什么改成了什么。密码、密钥等敏感内容从不出现在这里。',
    'Every change to users, organisations, roles, grants, menus and settings: who changed what into what, and when. Passwords, secrets and the like never appear here.',
  ),
  list: t('变更记录', 'Changes'),
  none: t('还没有变更', 'No changes yet'),
  noneHint: t('新增、修改、删除数据后会出现在这里。', 'What is added, changed or deleted appears here.'),
  any: states.all,
  system: things.system,
  verbs: { insert: t(acts.add, 'Added'), update: t(acts.modify, 'Changed'), delete: t(acts.remove, 'Deleted') },
  fields: {
    time: fields.time,
    user: fields.operator,
    table: t('数据类型', 'Kind of data'),
    name: things.data,
    act: fields.change,
    what: fields.content,
    call: t('功能', 'Function'),
    record: t('对象', 'Object'),
    operation: fields.operation,
    recordId: t('数据编号', 'Record ID'),
    operationId: t('操作编号', 'Operation ID'),
  },
  thisOperation: t('同一次操作的变更', 'those of one operation'),
  hints: { user: t('账号或姓名', 'Account or name') },
  capped: t(
    '仅统计最近的 10000 条，请缩小时间范围或增加条件。',
    'Only the latest 10,000 are counted. Choose a shorter period or add conditions.',
  ),
  rows: t(
    (count: number) => `批量 ${count.toLocaleString('zh-CN')} 条`,
    count => `${count.toLocaleString('en-GB')} in bulk`,
  ),
  undone: t('已撤销', 'Undone'),
  detail: t('详情', 'Details'),
  call: (module: string, act: string) => `${module} · ${act}`,
  names: t(
    (fields: readonly string[]) => fields.join('、'),
    fields => fields.join(', '),
  ),
  whole: t('整条数据', 'The whole record'),
  follows: t(
    (tables: readonly string[]) => `随${tables.join('、')}更新`,
    tables => `Follows from: ${tables.join(', ')}`,
  ),
  followsOthers: t('随其他变更更新', 'Follows from another change'),
  rowName: t(
    (verb: string, table: string, name: string) => `${verb}${table} ${name}`,
    (verb, table, name) => `${verb}: ${table} ${name}`,
  ),
  drawer: {
    title: t(
      (verb: string, table: string, name: string) => `${verb}${table}${name === '' ? '' : `：${name}`}`,
      (verb, table, name) => `${verb}: ${table}${name === '' ? '' : ` ${name}`}`,
    ),
    diff: t('变更内容', 'Changes'),
    field: fields.field,
    before: t('变更前', 'Before'),
    after: t('变更后', 'After'),
    empty: t('（空）', states.empty),
    mask: t('掩码', 'Masked'),
    noDiff: t('没有可显示的差异', 'There is nothing to show'),
    sameOperation: t(
      (count: number) => `查看同一操作的 ${count.toLocaleString('zh-CN')} 条变更`,
      count => `Show the ${changes(count)} of this operation`,
    ),
    sameRecord: t('查看该数据的全部变更', 'Show every change to this record'),
  },
  timeline: {
    title: t('该数据的历史', 'History of this record'),
    here: t('当前查看', 'Shown here'),
    capped: t('仅显示最近的 500 条变更', 'Only the latest 500 changes are shown'),
  },
  restore: {
    title: acts.restore,
    ask: acts.askRestore,
    askedBy: t(
      (name: string) => `${name}已申请还原，等待安全管理员确认。`,
      name => `${name} has asked for this to be restored; it awaits the security administrator.`,
    ),
    askNote: t(
      '三员分立模式下，还原由审计管理员申请，安全管理员在24小时内确认。',
      'With separation of duties, the audit administrator asks for a restore and the security administrator confirms it within 24 hours.',
    ),
    reason: t('还原原因', 'Reason for the restore'),
    asked: t('已申请还原，等待安全管理员确认', 'Asked for; it awaits the security administrator'),
  },
  undo: t('撤销整个操作', 'Undo the whole operation'),
  requests: {
    title: t('待确认的还原申请', 'Restores awaiting confirmation'),
    asked: t(
      (who: string) => `${who}申请于`,
      who => `${who} asked on`,
    ),
    reason: t(
      (reason: string) => `原因：${reason}`,
      reason => `Reason: ${reason}`,
    ),
    ok: t('确认还原', 'Confirm restore'),
  },
} as const
