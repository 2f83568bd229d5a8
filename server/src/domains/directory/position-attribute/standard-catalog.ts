import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'

interface Standard {
  title: string
  rows: readonly { code: string; name: string; group: string }[]
}

/**
 * GB/T 12407-2008 职务级别代码, table 1: every level of its classes 1, 2 and 4 (it has no class 3); the codes of the
 * classes themselves are no levels. 101 to 241 were read from the standard's own page, 242 to 499 from two published
 * copies of the table made independently of each other, which agree on every code they both have.
 *
 * GB/T 12403-1990 干部职务名称代码 is missing, because no verifiable source of its code table was found. Once there is one,
 * add the table as `duty` to `standards` below; nothing else needs to change.
 */
const ranks: Standard = {
  title: 'GB/T 12407-2008 职务级别代码',
  rows: [
    ...grouped('公务员职务级别', {
      101: '国家级正职',
      102: '国家级副职',
      111: '省部级正职',
      112: '省部级副职',
      121: '厅局级正职',
      122: '厅局级副职',
      131: '县处级正职',
      132: '县处级副职',
      141: '乡科级正职',
      142: '乡科级副职',
      150: '科员级',
      160: '办事员级',
      199: '未定职公务员',
    }),
    ...grouped('职员级别', {
      211: '一级职员',
      212: '二级职员',
      221: '三级职员',
      222: '四级职员',
      231: '五级职员',
      232: '六级职员',
      241: '七级职员',
      242: '八级职员',
      250: '九级职员',
      260: '十级职员',
      299: '未定级职员',
    }),
    ...grouped('专业技术职务级别', {
      410: '高级',
      411: '正高级',
      412: '副高级',
      420: '中级',
      430: '初级',
      434: '助理级',
      435: '员级',
      499: '未定职级专业技术人员',
    }),
  ],
}

function grouped(group: string, rows: Readonly<Record<string, string>>): Standard['rows'] {
  return Object.entries(rows).map(([code, name]) => ({ code, name, group }))
}

/** Published tables, by the kind of position attribute they belong to. */
export const standards: Readonly<Partial<Record<PositionAttributeKind, Standard>>> = { rank: ranks }
