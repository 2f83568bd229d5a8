import { acts, named, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences of the user picker. */
export const text = {
  choose: acts.chooseUser,
  search: t('姓名、拼音、账号、工号或手机号', 'Name, pinyin, account, employee number or phone number'),
  anywhere: t('不限机构', 'Any organisation'),
  inOrg: t('所在机构', 'In organisation'),
  found: t('可选用户', 'Users to choose from'),
  total: t(
    (total: number) => `共 ${total} 人`,
    total => plural(total, 'user'),
  ),
  loading: states.loading,
  nothing: t('没有符合条件的用户', 'No user matches'),
  picked: t(
    (count: number) => `已选 ${count} 人`,
    count => `${count} chosen`,
  ),
  nobody: t('还没有选择用户', 'No user has been chosen yet'),
  byFinding: acts.find,
  byList: t('按名单', 'From a list'),
  listed: t('名单', 'List'),
  listedHint: t(
    '每行一个账号、工号或手机号，可以从表格中整列粘贴',
    'One account, employee number or phone number on a line; a column of a sheet can be pasted',
  ),
  listedLines: t(
    (count: number, max: number) => `${count} 行，最多 ${max} 行`,
    (count, max) => `${plural(count, 'line')}, at most ${max}`,
  ),
  listedFind: t('加入名单中的用户', 'Add the users listed'),
  listedDone: t(
    (found: number, missing: number) => (missing === 0 ? `已加入 ${found} 人` : `已加入 ${found} 人；留下的 ${missing} 行没有找到`),
    (found, missing) =>
      missing === 0
        ? `${plural(found, 'user')} added`
        : `${plural(found, 'user')} added; ${plural(missing, 'line')} left could not be found`,
  ),
  listedFull: t(
    (room: number) => `名单中的人数超过了还可以选择的 ${room} 人`,
    room => `The list holds more than the ${plural(room, 'user')} that can still be chosen`,
  ),
  full: t(
    (max: number) => `最多选择 ${max} 人`,
    max => `At most ${plural(max, 'user')}`,
  ),
  drop: named.detach,
  clear: acts.clear,
  ok: t(
    (count: number) => (count > 0 ? `确定（${count} 人）` : acts.confirm),
    count => (count > 0 ? `OK (${count})` : acts.confirm),
  ),
} as const
