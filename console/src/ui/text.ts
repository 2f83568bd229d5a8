import { acts, fields, named, outcomes, problems, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences of the ui parts. */
export const text = {
  impersonate: t('以其视角查看', 'View as this user'),
  undo: acts.undo,
  undone: outcomes.undone,
  undoneExcept: t(
    (remarks: readonly string[]) => `已撤销。${remarks.join('；')}`,
    remarks => `Undone. ${remarks.join('; ')}`,
  ),
  gone: t('已停用或不存在', 'disabled or gone'),
  search: {
    submit: t('查询', 'Search'),
    reset: t('重置', 'Reset'),
    more: t('展开', 'More'),
    less: t('收起', 'Less'),
    label: t('查询条件', 'Filters'),
  },
  table: {
    total: t(
      (total: number, more = false) => (more ? `超过 ${total} 条，仅列出最近 ${total} 条` : `共 ${total} 条`),
      (total, more = false) => (more ? `More than ${total} rows, the latest ${total} are listed` : plural(total, 'row')),
    ),
    status: t(
      (total: number, page: number) => `共 ${total} 条，第 ${page} 页`,
      (total, page) => `${plural(total, 'row')}, page ${page}`,
    ),
    selectAll: t('选择本页全部', 'Select the whole page'),
    select: t(
      (name: string) => `选择 ${name}`,
      name => `Select ${name}`,
    ),
    tools: t(fields.operation, 'Actions'),
    nothingYet: t('暂无数据', 'Nothing here yet'),
    again: t('重新查询', 'Search again'),
    nothingFound: t('没有符合条件的数据', 'Nothing matches'),
    clearFilters: t('清除筛选', 'Clear filters'),
    loading: t('正在加载', 'Loading'),
    pageSize: t('每页条数', 'Rows per page'),
    perPage: t(
      (size: number) => `${size} 条/页`,
      size => `${size} / page`,
    ),
    pageEmpty: t('这一页没有数据了', 'There is nothing left on this page'),
    firstPage: t('回到第一页', 'Back to the first page'),
  },
  pager: {
    label: t('分页', 'Pages'),
    before: t('上一页', 'Previous page'),
    after: t('下一页', 'Next page'),
    page: t(
      (page: number) => `第 ${page} 页`,
      page => `Page ${page}`,
    ),
    jump: t('跳至', 'Go to'),
    jumpEnd: t('页', ''),
  },
  listTools: {
    refresh: acts.refresh,
    density: t('密度', 'Density'),
    densities: { compact: t('紧凑', 'Compact'), usual: t('标准', 'Normal'), roomy: t('宽松', 'Roomy') },
  },
  tools: {
    more: acts.more,
    moreOf: t(
      (name: string) => `更多操作 ${name}`,
      name => `More actions ${name}`,
    ),
  },
  batch: {
    chosen: t(
      (count: number) => `已选 ${count} 项`,
      count => `${count} selected`,
    ),
    clear: acts.clear,
    everything: t(
      (total: number) => `选择全部 ${total} 条查询结果`,
      total => `Select all ${total} rows found`,
    ),
    label: t('批量操作', 'Bulk actions'),
  },
  dialog: {
    ok: acts.confirm,
    cancel: acts.cancel,
    close: acts.close,
    known: t('知道了', 'OK'),
    alert: t('提示', 'Notice'),
    discardTitle: t('放弃已填写的内容？', 'Discard what you have entered?'),
    discardText: t('关闭后，尚未保存的内容不会保留。', 'What has not been saved will be lost.'),
    discard: t('放弃', 'Discard'),
    keep: t('继续填写', 'Keep editing'),
    failed: t('未能保存，请稍后重试', 'Could not be saved, try again later'),
  },
  settings: {
    save: acts.save,
    drop: t('撤销修改', 'Undo changes'),
    restore: t('恢复默认', 'Restore defaults'),
    restored: t('已填入默认值，保存后生效', 'The defaults are filled in; save to apply them'),
    outdated: t(
      '内容已被他人修改。载入最新内容后，请重新填写您的修改。',
      'Somebody else has changed this. Load the latest state, then make your changes again.',
    ),
    reload: t('载入最新内容', 'Load latest state'),
  },
  leave: {
    title: t('离开此页？', 'Leave this page?'),
    body: t('当前页面有尚未保存的内容，离开后不会保留。', 'What has not been saved on this page will be lost.'),
    stay: t('留在此页', 'Stay'),
    go: t('离开', 'Leave'),
  },
  failure: {
    title: t('加载失败', 'Could not be loaded'),
    hint: t(
      '请稍后重试；若仍然失败，请把追踪编号告知管理员。',
      'Try again later; if it goes on, give your administrator the trace number.',
    ),
    retry: acts.retry,
    trace: fields.traceId,
    copy: acts.copy,
    copied: outcomes.copied,
  },
  chart: {
    table: t('查看数据表', 'Show as a table'),
    tableOf: t(
      (title: string) => `${title}数据表`,
      title => `${title} as a table`,
    ),
    save: acts.exportSheet,
    saveNamed: t(
      (title: string) => `导出${title}`,
      title => `Export ${title}`,
    ),
  },
  range: {
    begin: fields.beginTime,
    end: fields.endTime,
    presets: t('快捷范围', 'Usual ranges'),
    label: t('时间范围', 'Time range'),
    /** By the names of the preset ranges; '' is no limit. */
    chips: {
      '': t('全部时间', 'All time'),
      today: t('今天', 'Today'),
      yesterday: t('昨天', 'Yesterday'),
      lastWeek: t('最近7天', 'Last 7 days'),
      last30Days: t('最近30天', 'Last 30 days'),
    },
  },
  task: {
    title: t('任务进度', 'Progress'),
    cancel: t('取消任务', 'Cancel task'),
    background: t('转入后台', 'Run in background'),
    waiting: t('正在排队', 'Queued'),
    count: (progress: number, total: number) => `${progress} / ${total}`,
  },
  rules: {
    required: t(
      (label: string) => `请输入${label}`,
      label => `${label} is required`,
    ),
    chosen: t(
      (label: string) => `请选择${label}`,
      label => `${label}: choose one`,
    ),
    sortNum: problems.sortNumWrong,
  },
  tree: {
    chosen: t((label: string, chosen: string) => `${label}：${chosen}`, named.labelled),
    search: acts.findByName,
    nothing: t('没有符合的节点', 'Nothing matches'),
    resize: t('调整左栏宽度', 'Change the width of the left pane'),
    fold: t('收起左栏', 'Fold the left pane'),
    unfold: t('展开左栏', 'Unfold the left pane'),
  },
  facts: { none: '—' },
  grid: {
    number: t('行', 'Row'),
    star: t(states.required, 'required'),
    reason: fields.explanation,
    cell: t(
      (title: string, row: number) => `${title} 第 ${row} 行`,
      (title, row) => `${title}, row ${row}`,
    ),
    required: named.missing,
    doubled: t(
      (title: string) => `${title}与其他行重复`,
      title => `${title} is the same as in another row`,
    ),
    fine: t('可以保存', 'Can be saved'),
    faulty: states.faulty,
    addRows: t(
      (count: number) => `增加 ${count} 行`,
      count => `Add ${plural(count, 'row')}`,
    ),
    clear: acts.clear,
    clearTitle: t('清空已填写的全部行？', 'Clear all rows?'),
    clearText: t('尚未保存的内容不会保留。', 'What has not been saved will be lost.'),
    onlyFaulty: t('仅看有误', 'Only rows with errors'),
    count: t(
      (good: number, bad: number) => `可保存 ${good} 行，有误 ${bad} 行`,
      (good, bad) => `${plural(good, 'row')} can be saved, ${bad} with errors`,
    ),
    save: t(
      (count: number) => (count > 0 ? `保存 ${count} 行` : acts.save),
      count => (count > 0 ? `Save ${plural(count, 'row')}` : acts.save),
    ),
    saved: t(
      (good: number, left: number) => `已保存 ${good} 行，其余 ${left} 行请修改后再次保存`,
      (good, left) => `${plural(good, 'row')} saved, correct the other ${left} and save again`,
    ),
    show: acts.view,
    hint: t(
      (limit: number) =>
        `可从 Excel 复制多行后粘贴；Tab 到下一格，Enter 到下一行，Ctrl+Delete 删除本行。最多 ${limit} 行，更多请使用表格导入。`,
      limit =>
        `Rows copied from Excel can be pasted here. Tab goes to the next cell, Enter to the next row, Ctrl+Delete deletes the row. At most ${limit} rows; import a sheet for more.`,
    ),
    drop: t('删除本行', 'Delete this row'),
    dropRow: t(
      (row: number) => `删除第 ${row} 行`,
      row => `Delete row ${row}`,
    ),
    cut: t(
      (limit: number, cut: number) => `最多 ${limit} 行，余下 ${cut} 行未粘贴，请使用表格导入`,
      (limit, cut) => `At most ${limit} rows: ${cut} were not pasted, import a sheet instead`,
    ),
  },
  exporting: {
    range: t('导出范围', 'Range'),
    columns: t('导出的列', 'Columns'),
    columnsMissing: t('请选择导出的列', 'Choose the columns to export'),
    everyColumn: t('全选', 'Select all'),
    ok: acts.startExport,
  },
  columns: {
    open: t('列设置', 'Columns'),
    leftOut: t(
      (count: number) => `列设置（窗口较窄，${count} 列未显示）`,
      count => `Columns (the window is narrow, ${count} not shown)`,
    ),
    title: t('显示的列', 'Columns shown'),
    reset: t('恢复默认', 'Reset'),
    done: t(states.finished, 'Done'),
    pin: t(
      (label: string) => `固定 ${label}`,
      label => `Pin ${label}`,
    ),
    unpin: t(
      (label: string) => `取消固定 ${label}`,
      label => `Unpin ${label}`,
    ),
    up: t(
      (label: string) => `上移 ${label}`,
      label => `Move ${label} up`,
    ),
    down: t(
      (label: string) => `下移 ${label}`,
      label => `Move ${label} down`,
    ),
  },
  views: {
    open: t('常用条件', 'Saved searches'),
    edit: t('保存与管理…', 'Save and manage…'),
    title: t('常用条件', 'Saved searches'),
    name: fields.name,
    save: t('保存当前条件', 'Save this search'),
    saved: outcomes.saved,
    remove: acts.remove,
    removeOf: t(
      (name: string) => `删除 ${name}`,
      name => `Delete ${name}`,
    ),
    removed: outcomes.removed,
    close: acts.close,
    hint: t(
      '保存后，在任何电脑登录都可一键回到这组条件；同名的会被替换。',
      'A saved search is one click away wherever you sign in. One of the same name is replaced.',
    ),
    noFilters: t('当前没有查询条件：保存的是全部数据。', 'There are no filters now: all rows would be saved as the search.'),
  },
} as const
