import { acts, named, states } from '@hufu/contract/text'

/** Sentences of the user picker. */
export const text = {
  choose: acts.chooseUser,
  search: '姓名、拼音、账号、工号或手机号',
  anywhere: '不限机构',
  inOrg: '所在机构',
  found: '可选用户',
  total: (total: number) => `共 ${total} 人`,
  loading: states.loading,
  nothing: '没有符合条件的用户',
  picked: (count: number) => `已选 ${count} 人`,
  nobody: '还没有选择用户',
  byFinding: acts.find,
  byList: '按名单',
  listed: '名单',
  listedHint: '每行一个账号、工号或手机号，可以从表格中整列粘贴',
  listedLines: (count: number, max: number) => `${count} 行，最多 ${max} 行`,
  listedFind: '加入名单中的用户',
  listedDone: (found: number, missing: number) =>
    missing === 0 ? `已加入 ${found} 人` : `已加入 ${found} 人；留下的 ${missing} 行没有找到`,
  listedFull: (room: number) => `名单中的人数超过了还可以选择的 ${room} 人`,
  full: (max: number) => `最多选择 ${max} 人`,
  drop: named.detach,
  clear: acts.clear,
  ok: (count: number) => (count > 0 ? `确定（${count} 人）` : acts.confirm),
} as const
