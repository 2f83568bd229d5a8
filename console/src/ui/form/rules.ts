import { mobileOf } from '@hufu/contract/written'
import { illegalCharacters, isOnlySpaces } from '@hufu/contract/text-rules'
import { text as sharedText } from '@hufu/contract/text'
import type { RuleObject } from 'antd/es/form'
import { useRef } from 'react'
import { DEBOUNCE_MS } from '../../platform/constants.ts'
import { text } from '../text.ts'

/** A sentence if the value is wrong. */
export type Validator<T> = (value: T, signal: AbortSignal) => string | undefined | Promise<string | undefined>

/** Makes an antd form rule from a function that returns the problem. */
export const rule = <T = string>(problem: Validator<T>): RuleObject => ({
  validator: async (_, value: T) => {
    const sentence = await problem(value, new AbortController().signal)
    if (sentence) throw new Error(sentence)
  },
})

export const needed = (label: string): RuleObject => ({
  required: true,
  validator: async (_, value: unknown) => {
    if (value === undefined || value === null || value === '' || (typeof value === 'string' && isOnlySpaces(value)))
      throw new Error(text.rules.required(label))
  },
})
export const chosen = (label: string): RuleObject => ({ required: true, message: text.rules.chosen(label) })

/** < and > are reported with the characters found. */
export const legal: RuleObject = rule((value?: string | null) => {
  const found = illegalCharacters(value ?? '')
  return found && sharedText.field.illegalCharacters + found
})
export const matches = (form: RegExp, sentence: string): RuleObject =>
  rule((value?: string | null) => (value && !form.test(value) ? sentence : undefined))
/** A mobile number, however it is written; the server keeps its digits. */
export const phoneRule: RuleObject = rule((value?: string | null) =>
  value && mobileOf(value) === undefined ? sharedText.field.phoneProblem : undefined,
)
export const sortNumRule: RuleObject = rule((value?: number | null) =>
  value !== undefined && value !== null && !(Number.isInteger(value) && value >= 1 && value <= 999999) ? text.rules.sortNum : undefined,
)

/**
 * Asks the server while the user types: after a pause, and only the last answer counts. A hint, never the guard: a failed
 * request reports nothing.
 */
export function useServerRule(problem: Validator<string>): RuleObject {
  const last = useRef<AbortController>(undefined)
  return {
    validator: async (_, value?: string | null) => {
      last.current?.abort()
      const mine = new AbortController()
      last.current = mine
      if (!value) return
      await new Promise(resolve => setTimeout(resolve, DEBOUNCE_MS))
      if (mine.signal.aborted) return
      const sentence = await Promise.resolve(problem(value, mine.signal)).catch(() => undefined)
      if (sentence && !mine.signal.aborted) throw new Error(sentence)
    },
  }
}
