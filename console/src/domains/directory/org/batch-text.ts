import { acts, fields, problems } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences for entering many organisations at once. */
export const text = {
  title: acts.addOrgs,
  description: t(
    '在一个上级下快速录入一批机构及其下级，或用表格导入整棵机构树。',
    'Enter several organisations and what is below them under one parent, or import a whole tree from a table.',
  ),
  parent: fields.parentOrg,
  parentHint: t(
    '以下各行新增到这个机构之下；Ctrl+] 使一行成为上一行的下级，Ctrl+[ 退回。粘贴时，行首的空格表示层级。',
    'The rows below are added to this organisation. Ctrl+] puts a row below the one above it, Ctrl+[ takes it back. In what you paste, leading spaces stand for levels.',
  ),
  parentUnsaved: t('上级行尚未保存', 'The parent row has not been saved'),
  in: t('成为上一行的下级', 'Put below the row above'),
  inRow: t(
    (row: number) => `第 ${row} 行成为上一行的下级`,
    row => `Put row ${row} below the row above`,
  ),
  out: t('退回一级', 'Take back one level'),
  outRow: t(
    (row: number) => `第 ${row} 行退回一级`,
    row => `Take row ${row} back one level`,
  ),
  depth: t(
    (depth: number) => `第 ${depth + 1} 层`,
    depth => `Level ${depth + 1}`,
  ),
  home: t(
    (name: string) => `${name} /`,
    name => `${name} /`,
  ),
  generate: t('按拼音生成编码', 'Codes by pinyin'),
  saved: t(
    (count: number) => `${count} 个机构已新增`,
    count => `${plural(count, 'organisation')} added`,
  ),
  parentNeeded: t('请先选择上级机构', 'Choose the parent organisation first'),
  label: t('待新增的机构', 'Organisations to add'),
  columns: {
    name: t(fields.orgName, fields.name),
    code: t(fields.orgCode, fields.code),
    shortName: fields.shortName,
    orgType: t(fields.orgType, 'Type'),
    leader: t(fields.leader, 'In charge'),
    phone: fields.telephone,
  },
  codeProblem: problems.orgCodeWrong,
  insert: acts.addOrg,
  update: t('更新机构', 'Update organisations'),
  insertHint: t(
    '每行新增一个机构，用上级机构编码指明它的上级；上级可以是同一表格中的另一行，先后不限。',
    'Each row adds an organisation; the code of the parent organisation says where. The parent can be another row of the table, before or after it.',
  ),
  updateHint: t(
    '按机构编码找到要更新的机构；空单元格保持原值不变。',
    'The organisation to update is found by its code; empty cells change nothing.',
  ),
} as const
