import { expect, test } from 'vitest'
import { readCodes } from './read-codes.ts'

test('codes and names are read from pasted sheets, texts and lists', () => {
  expect(readCodes('编码\t名称\t备注\r\n0101\t书记\t\r\n\r\n0102\t副书记\t代\r\n')).toEqual([
    { code: '0101', name: '书记' },
    { code: '0102', name: '副书记' },
  ])
  expect(readCodes('A-1,经理\nA-2，副经理\nA-3; 助理')).toEqual([
    { code: 'A-1', name: '经理' },
    { code: 'A-2', name: '副经理' },
    { code: 'A-3', name: '助理' },
  ])
  expect(readCodes('  101  国家级 正职 ')).toEqual([{ code: '101', name: '国家级 正职' }])
})

test('a name before its code is swapped; lines that cannot be split are left for the check to report', () => {
  expect(readCodes('名称\t编码\n局长\tJZ\n副局长 FJZ')).toEqual([
    { code: 'JZ', name: '局长' },
    { code: 'FJZ', name: '副局长' },
  ])
  expect(readCodes('处长\n101')).toEqual([
    { code: '处长', name: '' },
    { code: '101', name: '' },
  ])
  expect(readCodes(' \n ')).toEqual([])
})
