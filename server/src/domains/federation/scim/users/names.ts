import { compoundSurnames } from './compound-surname-names.ts'
import type { Resource } from '../protocol/resource.ts'

const HAN = /^\p{Script=Han}+$/u

/** Splits a full name into family name and given name; neither is empty, because clients require both. */
export function partsOfName(realName: string): { familyName: string; givenName: string } {
  const name = realName.trim()
  if (HAN.test(name)) {
    const letters = [...name]
    const size = letters.length > 2 && compoundSurnames.has(letters.slice(0, 2).join('')) ? 2 : 1
    return { familyName: letters.slice(0, size).join(''), givenName: letters.slice(size).join('') || name }
  }
  const words = name.split(/\s+/)
  const familyName = words.at(-1) ?? name
  return { familyName, givenName: words.slice(0, -1).join(' ') || name }
}

/** Joins family name and given name; Chinese names are written without a space. */
export function wholeName({ familyName, givenName }: Resource): string | undefined {
  const [family, given] = [familyName, givenName].map(part => (typeof part === 'string' ? part.trim() : ''))
  if (!family || !given) return family || given || undefined
  return HAN.test(family) && HAN.test(given) ? family + given : `${given} ${family}`
}
