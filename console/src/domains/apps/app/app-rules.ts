import { app, appCodeForm, homeUrlForm } from '@hufu/contract/apps/app'
import { redirectUriProblem, urisProblem, webUriProblem } from '@hufu/contract/apps/app-uri'
import type { RuleObject } from 'antd/es/form'
import { fetchData } from '../../../platform/calls.ts'
import { cleanLines } from '../../../ui/form/lines-field.tsx'
import { legal, matches, needed, rule, useServerRule } from '../../../ui/form/rules.ts'
import { text } from './text.ts'

const words = text.form

/** Rules for name and code, checked by the server while typing; `id` is the edited application, whose own values are not taken. */
export function useNameRules(id?: string): { name: RuleObject[]; code: RuleObject[] } {
  const own = id === undefined ? {} : { id }
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(app.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useServerRule(async (code, signal) =>
    (await fetchData(app.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  return { name: [needed(words.name), legal, nameRule], code: [needed(words.code), matches(appCodeForm, words.codeProblem), codeRule] }
}

export const homeUrlRule = matches(homeUrlForm, words.homeProblem)
export const webUriRule = rule((value?: string | null) => (value ? webUriProblem(value) : undefined))
/** One address per line; only what will be stored is checked. */
export const redirectRule = (protocol: string) =>
  rule((lines?: readonly string[]) => urisProblem(cleanLines(lines ?? []), uri => redirectUriProblem(protocol, uri)))
