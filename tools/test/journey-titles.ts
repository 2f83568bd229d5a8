/** The journeys of a file by title, and what stands outside of them. */
export interface JourneysOfFile {
  outside: string
  textByTitle: ReadonlyMap<string, string>
}

const begin = /^\s*test(?:\.\w+(?:\([^)]*\))?)?\(/gm
const title = /'((?:[^'\\]|\\.)*)'|`([^`]*)`/

/** Works without a parser: a journey reaches from its `test(` to the next one; what stands between them belongs to the first. */
export function journeysOf(text: string): JourneysOfFile {
  const from = [...text.matchAll(begin)].map(({ index }) => index)
  const parts = from.map((start, n) => text.slice(start, from[n + 1]))
  return {
    outside: text.slice(0, from[0]),
    textByTitle: new Map(parts.map(part => [titleOf(part), part])),
  }
}

function titleOf(part: string): string {
  const [, plain, template] = title.exec(part) ?? []
  return plain?.replaceAll("\\'", "'") ?? template ?? ''
}

/** The titles of the journeys that differ from the former text; undefined if something outside of them differs. */
export function changedTitles(text: string, former: string): string[] | undefined {
  const [now, before] = [journeysOf(text), journeysOf(former)]
  if (now.outside !== before.outside) return undefined
  return [...now.textByTitle].flatMap(([name, part]) => (before.textByTitle.get(name) === part ? [] : [name]))
}
