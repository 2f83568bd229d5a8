import { acts, faults, fields } from '@hufu/contract/text'

/** Sentences for entering many organisations at once. */
export const text = {
  title: acts.addOrgs,
  description: '在一个上级下快速录入一批机构及其下级，或用表格导入整棵机构树。',
  parent: fields.parentOrg,
  parentHint: '以下各行新增到这个机构之下；Ctrl+] 使一行成为上一行的下级，Ctrl+[ 退回。粘贴时，行首的空格表示层级。',
  parentUnsaved: '上级行尚未保存',
  in: '成为上一行的下级',
  inRow: (row: number) => `第 ${row} 行成为上一行的下级`,
  out: '退回一级',
  outRow: (row: number) => `第 ${row} 行退回一级`,
  depth: (depth: number) => `第 ${depth + 1} 层`,
  home: (name: string) => `${name} /`,
  parentNeeded: '请先选择上级机构',
  label: '待新增的机构',
  columns: {
    name: fields.orgName,
    code: fields.orgCode,
    shortName: fields.shortName,
    orgType: fields.orgType,
    leader: fields.leader,
    phone: fields.telephone,
  },
  codeProblem: faults.orgCodeWrong,
  insert: acts.addOrg,
  update: '更新机构',
  insertHint: '每行新增一个机构，用上级机构编码指明它的上级；上级可以是同一表格中的另一行，先后不限。',
  updateHint: '按机构编码找到要更新的机构；空单元格保持原值不变。',
} as const
