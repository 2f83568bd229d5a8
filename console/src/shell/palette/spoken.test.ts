import { expect, test } from 'vitest'
import { readPaletteIndex } from '../../../palette-index-plugin.ts'
import { spokenAct } from './spoken.ts'

const { spelling } = await readPaletteIndex()
const everything = { may: () => true, mayOpen: () => true }
const spoken = (typed: string, rights = everything) => {
  const found = spokenAct(typed, rights, spelling)
  return found && `${found.operation} ${found.whom}`
}

test('an act is understood before and after the name, with particles, without blanks and by pinyin', () => {
  const sentences = {
    '重置密码 刘爱涵': 'reset 刘爱涵',
    重置密码刘爱涵: 'reset 刘爱涵',
    '刘爱涵 重置密码': 'reset 刘爱涵',
    '给 刘爱涵 重置密码': 'reset 刘爱涵',
    'czmm liuaihan': 'reset liuaihan',
    '解锁 liuting2': 'unlock liuting2',
    解锁liuting2: 'unlock liuting2',
    '停用 13800138000': 'disable 13800138000',
    把刘爱涵停用: 'disable 刘爱涵',
    '启用账号 刘爱涵': 'enable 刘爱涵',
    '给 刘爱涵 加角色': 'addRole 刘爱涵',
    给刘爱涵加角色: 'addRole 刘爱涵',
    '修改 刘爱涵': 'edit 刘爱涵',
    '访问诊断 刘爱涵': 'diagnosis 刘爱涵',
    刘爱涵: undefined,
    重置密码: undefined,
    '': undefined,
  }
  for (const [typed, expected] of Object.entries(sentences)) expect([typed, spoken(typed)]).toEqual([typed, expected])
})

test('an act that the caller may not do is not understood', () => {
  expect(spoken('解锁 liuting2', { may: () => false, mayOpen: () => true })).toBeUndefined()
})
