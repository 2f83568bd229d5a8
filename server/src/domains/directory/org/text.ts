import { orgFields } from '@hufu/contract/fields/org-fields'
import { orgSheetTitles } from '@hufu/contract/directory/org'
import { fields, outcomes } from '@hufu/contract/text'

/** Sentences and sheet words about organisations. */
export const text = {
  sheets: { insertOrg: '机构导入', updateOrg: '机构更新' },
  titles: orgSheetTitles,
  notes: { code: outcomes.codeHint, parentCode: '已有机构或本表中机构的编码', orgType: '字典“机构类型”中的名称或编码' },
  statuses: orgFields.status.codes,
  exportFile: '机构导出.xlsx',
  status: fields.status,
} as const
