/** A piece of text in a guide: plain, the label of a button, something to type, or a link to another guide. */
export type Inline = string | ['button', string] | ['code', string] | ['link', string, string]
export type Block = ['heading', Inline[]] | ['text', Inline[]] | ['steps', Inline[][]] | ['points', Inline[][]]
export interface Guide {
  name: string
  title: string
  blocks: Block[]
}

/** A group of guides, by name. */
export interface Chapter {
  title: string
  names: string[]
}

/** The lines of a guide, for searching. */
export const linesOf = ({ blocks }: Guide): string[] =>
  blocks.flatMap(([kind, parts]) => (kind === 'steps' || kind === 'points' ? parts.map(plain) : [plain(parts)]))
const plain = (parts: readonly Inline[]): string =>
  parts.map(part => (typeof part === 'string' ? part : part[0] === 'link' ? part[2] : part[1])).join('')

export interface Hit {
  guide: Guide
  /** The first line with a searched word, or the first line of the guide. */
  line: string
}
/** Guides with every searched word, those with all of them in the title first. */
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
