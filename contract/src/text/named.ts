import { plural, t } from '../language.ts'
// Sentences with a name or a number in them.
export const askEnable = t(
  (name: string) => `启用“${name}”？`,
  name => `Enable “${name}”?`,
)
export const askDisable = t(
  (name: string) => `停用“${name}”？`,
  name => `Disable “${name}”?`,
)
export const askUnlock = t(
  (name: string) => `解锁“${name}”？`,
  name => `Unlock “${name}”?`,
)
export const askRemove = t(
  (name: string) => `删除“${name}”？`,
  name => `Delete “${name}”?`,
)
export const enable = t(
  (name: string) => `启用“${name}”`,
  name => `Enable “${name}”`,
)
export const disable = t(
  (name: string) => `停用“${name}”`,
  name => `Disable “${name}”`,
)
export const remove = t(
  (name: string) => `删除“${name}”`,
  name => `Delete “${name}”`,
)
export const cannotRemove = t(
  (name: string) => `“${name}”不能删除`,
  name => `“${name}” cannot be deleted`,
)
export const setSortNum = t(
  (name: string) => `设置“${name}”的排序号`,
  name => `Set the sort number of “${name}”`,
)
export const move = t(
  (name: string) => `移动“${name}”`,
  name => `Move “${name}”`,
)
export const edit = t(
  (name: string) => `编辑 ${name}`,
  name => `Edit ${name}`,
)
export const detach = t(
  (name: string) => `移除 ${name}`,
  name => `Remove ${name}`,
)
export const download = t(
  (name: string) => `下载 ${name}`,
  name => `Download ${name}`,
)
export const status = t(
  (name: string) => `状态 ${name}`,
  name => `Status of ${name}`,
)
export const members = t(
  (name: string) => `${name} 的成员`,
  name => `Members of ${name}`,
)
export const between = t(
  (begin: string, end: string) => `${begin} 至 ${end}`,
  (begin, end) => `${begin} to ${end}`,
)
export const people = t(
  (count: number) => `${count} 人`,
  count => plural(count, 'person', 'people'),
)
export const chosenPeople = t(
  (count: number) => `选中的 ${count} 人`,
  count => plural(count, 'person selected', 'people selected'),
)
export const addedPeople = t(
  (count: number) => `已添加 ${count} 人`,
  count => plural(count, 'person added', 'people added'),
)
export const rows = t(
  (count: number) => `${count.toLocaleString('zh-CN')} 条`,
  count => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`,
)
export const items = t(
  (count: number) => `${count} 项`,
  count => plural(count, 'item'),
)
export const missing = t(
  (label: string) => `${label}不能为空`,
  label => `${label} is required`,
)
export const wrongForm = t(
  (label: string) => `${label}格式不正确`,
  label => `${label} is not in the right format`,
)
export const tooLong = t(
  (max: number) => `长度不能超过${max}个字符`,
  max => `At most ${max} characters`,
)
export const minutes = t(
  (count: number) => `${count} 分钟`,
  count => plural(count, 'minute'),
)
export const days = t(
  (count: number) => `${count} 天`,
  count => plural(count, 'day'),
)
// Marks between words.
export const listed = t(
  (words: readonly string[]) => words.join('、'),
  words => words.join(', '),
)
export const clauses = t(
  (parts: readonly string[]) => parts.join('，'),
  parts => parts.join(', '),
)
export const parts = t(
  (parts: readonly string[]) => parts.join('；'),
  parts => parts.join('; '),
)
export const labelled = t(
  (label: string, words: string) => `${label}：${words}`,
  (label, words) => `${label}: ${words}`,
)
export const inBrackets = t(
  (words: string, more: string) => `${words}（${more}）`,
  (words, more) => `${words} (${more})`,
)
