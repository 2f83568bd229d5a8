import { foldName, plainPhone, plainTime } from '@hufu/contract/written'
import type { OrgCodeRow } from './orgs.sql.ts'
import type { Column } from './sheet-kind.ts'

/** Half-width characters, no invisible ones, single blanks. */
const plain = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'
/** Replaces the check digit by the right one for the first seventeen digits (GB 11643). */
function withCheckDigit(value: string): string | undefined {
  if (!/^\d{17}[\dX]$/.test(value)) return undefined
  const sum = ID_WEIGHTS.reduce((total, weight, at) => total + weight * Number(value[at]), 0)
  return value.slice(0, 17) + ID_CHECKS[sum % 11]
}

/** The edit distance, where two neighbours in the wrong order are one edit; more than `most` counts as `most` + 1. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const isSwapped = (i: number, j: number) => i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
  for (let i = 1; i <= one.length; i++) {
    const above = rows[i - 1]!
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1))
      row.push(isSwapped(i, j) ? Math.min(cost, rows[i - 2]![j - 2]! + 1) : cost)
    }
    rows.push(row)
  }
  return Math.min(rows[one.length]![other.length]!, most + 1)
}

const NEAR_DISTANCE = 2
/** The nearest known value, if no other is as near. */
function nearest(value: string, values: readonly string[]): string | undefined {
  const wanted = foldName(value)
  const by = values
    .map(each => ({ each, far: editDistance(wanted, foldName(each), NEAR_DISTANCE) }))
    .toSorted((one, other) => one.far - other.far)
  const [first, second] = by
  return first && first.far <= NEAR_DISTANCE && first.far < wanted.length && first.far !== second?.far ? first.each : undefined
}

/** The code that was meant: for an organisation's name, or a code with a typing error. */
export function orgCodeFor(value: string, orgs: readonly OrgCodeRow[]): string | undefined {
  const named = orgs.filter(({ name }) => name === value)
  return named.length === 1 ? named[0]!.code : nearest(value, orgs.map(({ code }) => code)) // prettier-ignore
}

/** What a refused cell may mean, likeliest first; the caller tests them. */
export function candidates(value: string, { choices }: Column): string[] {
  const clean = plain(value)
  const bare = clean.replaceAll(/[\s\-()（）]/g, '')
  const chosen = choices?.filter(choice => clean.includes(choice) || choice.includes(clean)) ?? []
  const near = choices && nearest(clean, choices)
  const found = [
    ...(chosen.length === 1 ? chosen : []),
    near,
    clean,
    bare,
    plainPhone(clean),
    bare.toUpperCase(),
    withCheckDigit(bare.toUpperCase()),
    plainTime(bare),
    clean.replaceAll(/[，。]/g, sign => (sign === '，' ? ',' : '.')).replaceAll(' ', ''),
    clean.replaceAll(/[<>]/g, ''),
  ]
  return [...new Set(found.flatMap(each => (each === undefined || each === '' || each === value ? [] : [each])))]
}
