import { acts, fields, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  grid: t('逐行录入', 'Enter row by row'),
  sheet: t('表格导入', 'Import a sheet'),
  kinds: t('导入内容', 'What to import'),
  steps: [t('下载模板', 'Download template'), t('上传', 'Upload'), t('校验', 'Check'), acts.importSheet],
  stepsLabel: t('导入步骤', 'Steps of the import'),
  template: {
    title: t('下载模板', 'Download template'),
    get: t(
      (label: string) => `下载“${label}”模板`,
      label => `Download the template “${label}”`,
    ),
    hint: t(
      '第一行是列名，请勿改动；带 * 的列必填。已有按模板整理好的文件可直接上传。',
      'The first row holds the column names, leave it as it is; columns with * are required. A file made by the template can be uploaded at once.',
    ),
  },
  upload: {
    title: acts.uploadFile,
    drop: t('把文件拖到这里，或点击选择', 'Drop a file here, or click to choose one'),
    limits: t(
      '支持 .xlsx 和 .csv，不超过 20 MB、100000 行；只读取第一个可见的工作表。',
      '.xlsx and .csv, at most 20 MB and 100,000 rows; only the first visible sheet is read.',
    ),
    safe: t('上传后先校验，点击“导入”之前不会写入任何数据。', 'The file is checked first. Nothing is written before you click “Import”.'),
    otherFormat: t('仅支持 .xlsx 和 .csv，请另存为 .xlsx 后再上传', 'Only .xlsx and .csv; save the file as .xlsx and upload it again'),
    tooLarge: t('文件不能超过 20 MB', 'The file must not be larger than 20 MB'),
    empty: t('文件是空的', 'The file is empty'),
    checking: t(
      (name: string) => `正在校验 ${name}`,
      name => `Checking ${name}`,
    ),
    stop: t('取消上传', 'Cancel upload'),
  },
  plan: {
    checked: t(
      (name: string) => `${name} 校验完成，尚未写入任何数据。`,
      name => `${name} has been checked. Nothing has been written yet.`,
    ),
    expires: t('校验结果保留一小时，过期后请重新上传。', 'The result is kept for one hour; upload the file again after that.'),
    filter: t('按校验结果筛选', 'Filter by result'),
    all: states.all,
    table: t('校验结果', 'Result of the check'),
    row: t('行', 'Row'),
    verdict: fields.result,
    reason: fields.explanation,
    verdicts: {
      new: t(acts.add, 'New'),
      changed: t('更新', 'Changed'),
      unchanged: states.unchanged,
      refused: states.faulty,
      done: t('已导入', 'Imported'),
    },
    blank: states.empty,
    was: t('原值', 'Old value'),
    becomes: t('新值', 'New value'),
    changedColumns: t(
      (titles: string) => `更新：${titles}`,
      titles => `Changed: ${titles}`,
    ),
    problemOf: t(
      (column: string, message: string) => (column === '' || message.startsWith(column) ? message : `${column}：${message}`),
      (column, message) => (column === '' || message.startsWith(column) ? message : `${column}: ${message}`),
    ),
    problemsOnly: t(
      (count: number) => `下载问题数据（${count} 行）`,
      count => `Download the rows with errors (${count})`,
    ),
    again: t('修正后重新上传', 'Correct and upload again'),
    commit: t(
      (count: number) => `导入 ${count} 行`,
      count => `Import ${plural(count, 'row')}`,
    ),
    nothing: t('没有需要写入的行', 'There is nothing to write'),
    willWrite: t(
      (fresh: number, changed: number) => [fresh > 0 && `新增 ${fresh} 行`, changed > 0 && `更新 ${changed} 行`].filter(Boolean).join('，'),
      (fresh, changed) =>
        [fresh > 0 && `${plural(fresh, 'row')} to add`, changed > 0 && `${plural(changed, 'row')} to change`].filter(Boolean).join(', '),
    ),
    willSkip: t(
      (count: number) => `有误的 ${count} 行不会写入`,
      count => `${plural(count, 'row')} with errors will not be written`,
    ),
    none: t('没有这一类的行', 'There are no such rows'),
  },
  mend: {
    hint: t(
      '有误的单元格可以直接修改，改好后重新校验；不改的行不会写入。',
      'Cells with errors can be corrected here, then checked again; rows left as they are will not be written.',
    ),
    again: t(
      (count: number) => (count === 0 ? '重新校验' : `重新校验（已改 ${count} 处）`),
      count => (count === 0 ? 'Check again' : `Check again (${plural(count, 'cell')} changed)`),
    ),
    suggested: t('采用建议并重新校验', 'Take suggestions and check again'),
    cell: t(
      (row: number, title: string) => `第${row}行 ${title}`,
      (row, title) => `Row ${row} ${title}`,
    ),
    take: t(
      (row: number, title: string, value: string) => `第${row}行 ${title} 采用建议 ${value}`,
      (row, title, value) => `Row ${row} ${title}: take the suggestion ${value}`,
    ),
    suggestion: t(
      (value: string) => `建议：${value}`,
      value => `Suggestion: ${value}`,
    ),
  },
  done: {
    title: t('导入数据', 'Import'),
    finished: t('导入完成', 'Import finished'),
    cancelled: t('导入已取消', 'Import cancelled'),
    cancelledHint: t('取消之前已写入的行会保留，可在下方查看。', 'Rows written before that stay; they are listed below.'),
    failed: t('导入未能完成', 'The import could not be finished'),
    running: t('导入正在后台进行', 'The import goes on in the background'),
    runningHint: t('可以离开此页；完成后数据即生效。', 'You can leave this page; the data is in effect when it is done.'),
    look: t('查看进度', 'Show progress'),
    result: t('下载结果', 'Download result'),
    again: t('修正后重新上传', 'Correct and upload again'),
    next: t('继续导入', 'Import more'),
    refused: t('未写入的行', 'Rows not written'),
  },
} as const
