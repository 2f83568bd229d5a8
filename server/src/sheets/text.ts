import type { CellMark } from './cell-marks.ts'
import type { TableErrorKind } from './xlsx/index.ts'
import { acts, fields, named, problems, states } from '@hufu/contract/text'

/** Sentences of import and export. */
export const text = {
  problems: {
    otherFormat: `${problems.fileWrong}，请另存为 .xlsx 后再上传`,
    damaged: problems.fileWrong,
    noHeader: problems.fileWrong,
    encrypted: '文件已加密，请去除密码后重试',
    tooLarge: problems.fileTooLarge,
    tooManyRows: '数据不能超过100000行',
    timeout: '文件读取超时，请拆分后重试',
  } satisfies Record<TableErrorKind, string>,
  unknownColumns: (titles: string) => `文件格式不正确：不认识的列“${titles}”，请使用下载的模板`,
  missingColumns: (titles: string) => `文件格式不正确：缺少必填列“${titles}”，请使用下载的模板`,
  doubledColumn: (title: string) => `文件格式不正确：“${title}”列重复`,
  untitledColumn: (number: number) => `文件格式不正确：第${number}列没有列名`,
  untitledCell: (number: number) => `第${number}列没有列名`,
  widerRow: (row: number) => `第${row}行的单元格多于列名`,
  longCell: (row: number) => `第${row}行有过长的单元格`,
  marks: {
    formula: '单元格是公式，请粘贴为值',
    error: '单元格是错误值',
    digits: '不能是超过15位的数字单元格，请设为文本后重新填写',
    boolean: '单元格是逻辑值，请设为文本后重新填写',
    date: '单元格是日期，请设为文本后重新填写',
  } satisfies Record<CellMark, string>,
  markedCell: (row: number, column: string, problem: string) => `第${row}行“${column}”：${problem}`,
  noRows: '表格中没有数据',
  kindProblem: '导入类型不正确',
  sameAsRow: (row: number) => `与第${row}行重复`,
  empty: named.missing,
  sortNumProblem: problems.sortNumWrong,
  verdict: fields.result,
  reason: fields.reason,
  verdicts: { new: acts.add, changed: '更新', unchanged: states.unchanged, refused: states.failed },
  template: (name: string) => `${name}模板.xlsx`,
  resultFile: (name: string) => `${name.replace(/\.(?:xlsx|csv)$/i, '')}-导入结果.xlsx`,
  errorFile: (name: string) => `${name.replace(/\.(?:xlsx|csv)$/i, '')}-错误数据.xlsx`,
  stages: { read: states.reading, write: '正在处理', file: '正在生成文件' },
  finished: (good: number, bad: number) => `成功${good}条，失败${bad}条`,
  exported: (count: number) => `导出成功，共${count}条`,
  tooManyToExport: '超出导出上限',
  hidden: '******',
} as const
