import { screens } from '@hufu/contract/screens'
import type { Rights } from './found.ts'
import type { Label } from './palette-index.ts'
import { isExact, normalized, RECORD_PAGES } from './pages.ts'
import { text } from './text.ts'

/** A field, button, setting, job or chapter of the guide that the user may open. */
export interface LabelHit extends Label {
  /** Whether it is just what was typed. */
  isExact: boolean
}

const HITS_MAX = 8
/** A part of the name in the other language is found from four letters or two characters on. */
const part = /^(?:.{4,}|.*\p{Script=Han}.*)$/u
/** So much of a search must be in a name that is not found as a whole. */
const ALIKE_MIN = 0.6

/** What bears the typed name on the pages that may be opened, the likeliest first. */
export function labelsFor(typed: string, labels: readonly Label[], { may, mayOpen }: Rights): LabelHit[] {
  const sought = normalized(typed)
  if (sought.length < 2) return []
  const paths = [...new Set(labels.map(({ path }) => path))]
  const open = new Set(paths.filter(path => mayOpen(path) && mayOpen(listOf(path) ?? path)))
  const known = labels.filter(({ path, permits }) => open.has(path) && (permits === undefined || permits.some(permit => may({ permit }))))
  const found = ranked(known, label => Math.max(...meanings(sought).map(words => rankOf(words, label))))
  const likeliest = found.length > 0 ? found : ranked(known, label => likeness(sought, label))
  return likeliest
    .slice(0, HITS_MAX)
    .map(label => ({ ...label, opens: listOf(label.path) ?? label.opens, isExact: isExact(sought, hitOf(label)) }))
}

const hitOf = ({ name, spelling }: Label) => ({ name, others: [spelling] })

/** The list that leads to the page of one record. */
const listOf = (path: string): string | undefined =>
  RECORD_PAGES.has(path) ? screens.find(screen => screen.path === path)?.parents[0] : undefined

/** What was typed, also without the question before it, and with words that mean the same. */
function meanings(sought: string): string[] {
  const rest = withoutOpenings(sought)
  const plain = rest === sought ? [sought] : [sought, rest]
  return plain.flatMap(words => [words, ...text.alike.split('|').flatMap(group => alternatives(words, group.split(' ')))])
}
function withoutOpenings(words: string): string {
  const opening = text.openings.split(' ').find(word => words.startsWith(word) && words.length > word.length + 1)
  return opening === undefined ? words : withoutOpenings(words.slice(opening.length))
}
const alternatives = (words: string, group: readonly string[]): string[] => {
  const present = group.find(word => words.includes(word))
  return present === undefined ? [] : group.filter(word => word !== present).map(word => words.replace(present, word))
}

function rankOf(sought: string, label: Label): number {
  const name = normalized(label.name)
  if (name === sought) return 5
  if (isExact(sought, hitOf(label))) return 4
  if (name.startsWith(sought)) return 3
  if (name.includes(sought)) return 2
  if (label.spelling.split(' ').some(word => word.startsWith(sought))) return 1
  return part.test(sought) && normalized(label.spelling).includes(sought) ? 0.5 : 0
}

/** How much of what was typed, by pairs of characters, is in the name. */
function likeness(sought: string, { name }: Label): number {
  const pairs = Array.from({ length: sought.length - 1 }, (_, at) => sought.slice(at, at + 2))
  const share = pairs.filter(pair => normalized(name).includes(pair)).length / pairs.length
  return share >= ALIKE_MIN ? share : 0
}

/** Those with a rank; of one name on one page only the first, and short names before long ones. */
function ranked(labels: readonly Label[], rank: (label: Label) => number): Label[] {
  const found = labels.map(label => ({ label, rank: rank(label) })).filter(hit => hit.rank > 0)
  const sorted = found.toSorted((one, other) => other.rank - one.rank || one.label.name.length - other.label.name.length)
  return [...new Map(sorted.toReversed().map(({ label }) => [`${label.name} ${label.path}`, label])).values()].toReversed()
}
