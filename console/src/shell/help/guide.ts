/** A word of a guide: plain, as it stands on a button, as it is typed, or leading to another guide. */
export type Inline = string | ['button', string] | ['code', string] | ['link', string, string]
export type Block = ['heading', Inline[]] | ['text', Inline[]] | ['steps', Inline[][]] | ['points', Inline[][]]
export interface Guide {
  name: string
  title: string
  blocks: Block[]
}

/** Guides that belong together, by their names. */
export interface Chapter {
  title: string
  names: string[]
}

/** What stands in a guide, line by line, as it is searched. */
export const linesOf = ({ blocks }: Guide): string[] =>
  blocks.flatMap(([kind, parts]) => (kind === 'steps' || kind === 'points' ? parts.map(plain) : [plain(parts)]))
const plain = (parts: readonly Inline[]): string =>
  parts.map(part => (typeof part === 'string' ? part : part[0] === 'link' ? part[2] : part[1])).join('')

export interface Hit {
  guide: Guide
  /** The first line that holds a word sought, or the first line of the guide. */
  line: string
}
/** Guides that hold every word, those with all of them in the title first. */
export function findGuides(guides: readonly Guide[], typed: string): Hit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hits = guides.flatMap(guide => {
    const lines = linesOf(guide)
    const title = guide.title.toLowerCase()
    const whole = `${title}\n${lines.join('\n').toLowerCase()}`
    if (!words.every(word => whole.includes(word))) return []
    const line = lines.find(one => words.some(word => one.toLowerCase().includes(word))) ?? lines[0] ?? ''
    return [{ guide, line, isTitle: words.every(word => title.includes(word)) }]
  })
  return hits.toSorted((one, other) => Number(other.isTitle) - Number(one.isTitle))
}
