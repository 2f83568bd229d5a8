import type { Page } from 'playwright-core'
import { screens } from '@hufu/contract/screens'

// Whether a list fits its page at two usual widths of a window, with names longer than any column.

export const WIDE = 1440
const FIRST_ROW = 280
const ROWS = 16
/** Lists whose first row may start lower: at most how low, and why. */
const LOWER: Readonly<Record<string, readonly [most: number, why: string]>> = {
  '/organiz/orgDetail': [640, 'what the organisation is stands above those below it'],
  '/organiz/grade-admin': [320, 'the organisation and what is inherited stand above the delegations'],
  '/organiz/stripe': [310, 'the tabs of the business line stand above its organisations'],
  '/organiz/work-group': [330, 'a name longer than any column takes a second line above the members'],
  '/sync/syncLog': [300, 'why objects failed stands above them'],
  '/devops/decrypt': [800, 'where decryption was used stands below the form that decrypts'],
}
/** Main lists whose rows may be more than one line high, and why. */
const TALLER: Readonly<Record<string, string>> = {
  '/examine/review-org': 'what would change stands in the row',
  '/examine/review-user': 'what would change stands in the row',
  '/sync/config': 'a task tells its source, its plan and its last run',
  '/system/gradeAdmins': 'whom and what a delegation reaches stands below its holder',
  '/devops/quartz': 'what a job does and when it runs is told in words below its name',
}

/** Screens on which a part is empty with the sample data, and why. */
const EMPTY: Readonly<Record<string, string>> = {
  '/unauth': 'it says that the user has no rights',
  '/log': 'it leads to one of the logs',
  '/404': 'it says that nothing is there',
  '/organiz/orgDetail': 'the organisation is maintained here and has no source',
  '/jumper': 'it leads on to an application, which it has not been told',
}

interface Measured {
  problems: string[]
  top: number | undefined
  /** How many rows like the first fit into the window. */
  rows: number | undefined
  isEmpty: boolean
}
/** What does not fit in a list: its table, its texts, how low its first row is, and for how many rows there is room. */
const measured = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll<HTMLElement>('main .table')].filter(table => table.checkVisibility())
    const problems: string[] = []
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    /** Whether a text is cut without an ellipsis of its own. */
    const isCut = (words: Text, cell: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(words)
      const right = Math.max(...[...range.getClientRects()].map(rect => rect.right))
      let isInline = true
      for (let part = words.parentElement!; ; part = part.parentElement!) {
        const box = part.getBoundingClientRect()
        const inner = box.right - (part === cell ? parseFloat(getComputedStyle(part).paddingRight) : 0)
        const hasEnd = clips(part) && getComputedStyle(part).textOverflow === 'ellipsis' && isInline
        if (hasEnd) return false
        if ((clips(part) || part === cell) && right > inner + 1) return true
        if (part === cell) return false
        isInline &&= getComputedStyle(part).display === 'inline' || getComputedStyle(part).display === 'contents'
      }
    }
    /** Whether a state is cut; it is one word and must be readable whole. */
    const isStateCut = (words: Text, cell: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return words.parentElement!.classList.contains('status') && range.getBoundingClientRect().right > cell.getBoundingClientRect().right
    }
    for (const table of tables) {
      const place = table.querySelector('.ant-table-content')
      if (!place) continue
      const by = place.scrollWidth - place.clientWidth
      if (by > 1) problems.push(`the table is ${by} px too wide`)
      for (const cell of table.querySelectorAll('thead th, tbody tr.ant-table-row > td')) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let words = walker.nextNode() as Text | null; words; words = walker.nextNode() as Text | null)
          if (words.data.trim() !== '' && words.parentElement!.checkVisibility() && (isCut(words, cell) || isStateCut(words, cell)))
            problems.push(`cut: ${words.data.slice(0, 30)}`)
      }
    }
    const row = tables[0]?.querySelector('tbody tr.ant-table-row')
    // The warning about this test's switches is above everything.
    const warning = document.querySelector('.danger-bar')?.getBoundingClientRect().height ?? 0
    const top = row ? row.getBoundingClientRect().top - warning + scrollY : undefined
    const heights = [...(tables[0]?.querySelectorAll('tbody tr.ant-table-row') ?? [])].map(one => one.getBoundingClientRect().height)
    const height = heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)]
    const empty = document.querySelector('main .empty-state, main .ant-table-placeholder, main .ant-empty')
    return {
      isEmpty: empty?.checkVisibility() ?? false,
      problems: [...new Set(problems)],
      top: top === undefined ? undefined : Math.round(top),
      rows: top === undefined || height === undefined ? undefined : Math.floor((innerHeight - top) / height),
    }
  })

/** What does not fit in the lists of a screen, and whether a part of it is empty that should not be. */
export async function listProblems(
  page: Page,
  screen: string,
  { inChinese, width }: { inChinese: boolean; width: number },
): Promise<string[]> {
  const { problems, top, rows, isEmpty } = await measured(page)
  const [lowest] = LOWER[screen] ?? [FIRST_ROW]
  if (inChinese && top !== undefined && top > lowest) problems.push(`the first row stands at ${top}`)
  const isMain = screens.some(one => one.path === screen && one.type === 'menu') && !(screen in LOWER) && !(screen in TALLER)
  // Only the wider window must have room for so many rows; English heads may take two lines.
  if (inChinese && width === WIDE && isMain && rows !== undefined && rows < ROWS)
    problems.push(`room for ${rows} rows, the first at ${top}`)
  if (isEmpty && !(screen in EMPTY)) problems.push('a part is empty')
  return problems
}
