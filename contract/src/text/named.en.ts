import { plural } from '../language.ts'

export const askEnable = (name: string): string => `Enable “${name}”?`
export const askDisable = (name: string): string => `Disable “${name}”?`
export const askUnlock = (name: string): string => `Unlock “${name}”?`
export const askRemove = (name: string): string => `Delete “${name}”?`
export const enable = (name: string): string => `Enable “${name}”`
export const disable = (name: string): string => `Disable “${name}”`
export const remove = (name: string): string => `Delete “${name}”`
export const cannotRemove = (name: string): string => `“${name}” cannot be deleted`
export const setSortNum = (name: string): string => `Set the sort number of “${name}”`
export const move = (name: string): string => `Move “${name}”`
export const edit = (name: string): string => `Edit ${name}`
export const detach = (name: string): string => `Remove ${name}`
export const download = (name: string): string => `Download ${name}`
export const status = (name: string): string => `Status of ${name}`
export const members = (name: string): string => `Members of ${name}`
export const between = (begin: string, end: string): string => `${begin} to ${end}`
export const people = (count: number): string => plural(count, 'person', 'people')
export const chosenPeople = (count: number): string => plural(count, 'person selected', 'people selected')
export const addedPeople = (count: number): string => plural(count, 'person added', 'people added')
export const rows = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`
export const items = (count: number): string => plural(count, 'item')
export const missing = (label: string): string => `${label} is required`
export const wrongForm = (label: string): string => `${label} is not in the right format`
export const tooLong = (max: number): string => `At most ${max} characters`
export const minutes = (count: number): string => plural(count, 'minute')
export const days = (count: number): string => plural(count, 'day')
export const listed = (words: readonly string[]): string => words.join(', ')
export const clauses = (parts: readonly string[]): string => parts.join(', ')
export const parts = (parts: readonly string[]): string => parts.join('; ')
export const labelled = (label: string, words: string): string => `${label}: ${words}`
export const inBrackets = (words: string, more: string): string => `${words} (${more})`
