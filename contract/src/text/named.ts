// Sentences with a name or a number in them.
export const askEnable = (name: string) => `启用“${name}”？`
export const askDisable = (name: string) => `停用“${name}”？`
export const askUnlock = (name: string) => `解锁“${name}”？`
export const askRemove = (name: string) => `删除“${name}”？`
export const enable = (name: string) => `启用“${name}”`
export const disable = (name: string) => `停用“${name}”`
export const remove = (name: string) => `删除“${name}”`
export const cannotRemove = (name: string) => `“${name}”不能删除`
export const setSortNum = (name: string) => `设置“${name}”的排序号`
export const move = (name: string) => `移动“${name}”`
export const edit = (name: string) => `编辑 ${name}`
export const detach = (name: string) => `移除 ${name}`
export const download = (name: string) => `下载 ${name}`
export const status = (name: string) => `状态 ${name}`
export const members = (name: string) => `${name} 的成员`
export const between = (begin: string, end: string) => `${begin} 至 ${end}`
export const people = (count: number) => `${count} 人`
export const chosenPeople = (count: number) => `选中的 ${count} 人`
export const addedPeople = (count: number) => `已添加 ${count} 人`
export const rows = (count: number) => `${count.toLocaleString('zh-CN')} 条`
export const items = (count: number) => `${count} 项`
export const missing = (label: string) => `${label}不能为空`
export const wrongForm = (label: string) => `${label}格式不正确`
export const tooLong = (max: number) => `长度不能超过${max}个字符`
export const minutes = (count: number) => `${count} 分钟`
export const days = (count: number) => `${count} 天`
// Marks between words.
export const listed = (words: readonly string[]) => words.join('、')
export const clauses = (parts: readonly string[]) => parts.join('，')
export const parts = (parts: readonly string[]) => parts.join('；')
export const labelled = (label: string, words: string) => `${label}：${words}`
export const inBrackets = (words: string, more: string) => `${words}（${more}）`
