import type { PaletteHit } from './found.ts'
import { isFound } from './pages.ts'
import { text } from './text.ts'

const TRACE = /^[0-9a-f]{32}$/

/** 访问诊断 of the welcome page: found by name, by pinyin, or by the trace number on a page of refusal. */
export function diagnosisFor(typed: string, isAllowed: boolean): PaletteHit[] {
  const sought = typed.trim().toLowerCase()
  const isTrace = TRACE.test(sought)
  const name = text.acts.diagnosis
  if (!isAllowed || sought === '' || !(isTrace || isFound(sought, name, 'fangwenzhenduan fwzd'))) return []
  return [{ kind: 'page', id: `/wel/index?trace=${isTrace ? sought : ''}`, name, about: isTrace ? sought : text.diagnosisAbout }]
}
