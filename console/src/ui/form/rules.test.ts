import { expect, test } from 'vitest'
import { legal, needed, sortNumRule } from './rules.ts'

const sentence = async (rule: typeof legal, value: unknown) => {
  try {
    await rule.validator?.({} as never, value as never, () => undefined)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('FIELD-01 O-30 < and > are reported with the characters found', async () => {
  expect(await sentence(legal, 'a<b')).toBe('存在非法字符：<')
  expect(await sentence(legal, 'a>b<c')).toBe('存在非法字符：><')
  expect(await sentence(legal, 'ab')).toBeUndefined()
  expect(await sentence(legal, undefined)).toBeUndefined()
})

test('FIELD-09 a required field of only spaces is empty', async () => {
  expect(await sentence(needed('姓名'), '   ')).toBe('请输入姓名')
  expect(await sentence(needed('姓名'), '张')).toBeUndefined()
})

test('a sort number is a whole number from 1 to 999999, or none', async () => {
  for (const good of [1, 999999, null, undefined]) expect(await sentence(sortNumRule, good)).toBeUndefined()
  for (const bad of [0, 1.5, 1000000]) expect(await sentence(sortNumRule, bad)).toBe('排序号应为1至999999的整数')
})
