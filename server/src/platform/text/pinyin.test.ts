import { expect, test } from 'vitest'
import { gramsOf, pinyinOf, searchTextOf } from './pinyin.ts'

test('pinyin of a name is without tones, in lower case, with initials', () => {
  expect(pinyinOf('张三')).toEqual({ full: 'zhangsan', initials: 'zs' })
  expect(pinyinOf('吕布').full).toBe('lvbu')
  expect(pinyinOf('')).toEqual({ full: '', initials: '' })
})

test('surnames have their own readings, also compound ones', () => {
  const readings = {
    单雄信: 'shanxiongxin',
    曾国藩: 'zengguofan',
    仇英: 'qiuying',
    解缙: 'xiejin',
    朴树: 'piaoshu',
    盖聂: 'genie',
    查良镛: 'zhaliangyong',
    区小明: 'ouxiaoming',
    尉迟恭: 'yuchigong',
    万俟卨: 'moqixie',
    欧阳修: 'ouyangxiu',
    乐毅: 'yueyi',
    种师道: 'chongshidao',
    么书仪: 'yaoshuyi',
    佴雨: 'naiyu',
    祭遵: 'zhaizun',
    黑伯龙: 'hebolong',
    贠小苏: 'yunxiaosu',
    秘长青: 'bichangqing',
  }
  for (const [name, full] of Object.entries(readings)) expect(pinyinOf(name).full, name).toBe(full)
})

test('only the beginning of a name is read as a surname', () => {
  expect(pinyinOf('李长乐').full).toBe('lichangle')
  expect(pinyinOf('张单').full).toBe('zhangdan')
  expect(pinyinOf('张黑种').full).toBe('zhangheizhong')
  expect(pinyinOf('种')).toEqual({ full: 'zhong', initials: 'z' })
})

test('letters and digits are kept in lower case, other characters dropped', () => {
  expect(pinyinOf('张A三1')).toEqual({ full: 'zhangasan1', initials: 'zas1' })
  expect(pinyinOf('Ｔｏｍ Smith-2')).toEqual({ full: 'tomsmith2', initials: 'tomsmith2' })
  expect(pinyinOf('买买提·吐尔逊').full).toBe('maimaitituerxun')
  expect(pinyinOf('😀𠮷田').full).toBe('tian')
})

test('the search text is one lower-case line per field', () => {
  expect(searchTextOf(['张三', null, 'ZhangSan', '', 'A-01'])).toBe('张三\nzhangsan\na-01')
  expect(searchTextOf([])).toBe('')
})

test('grams are the distinct characters and pairs of each line, never across lines', () => {
  expect(gramsOf('张三\n三a')).toEqual(['张', '三', '张三', 'a', '三a'])
  expect(gramsOf('aaa')).toEqual(['a', 'aa'])
  expect(gramsOf('𠮷田')).toEqual(['𠮷', '田', '𠮷田'])
  expect(gramsOf('')).toEqual([])
})
