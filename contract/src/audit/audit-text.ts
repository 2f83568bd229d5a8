import { acts } from '../text.ts'
import { actsOf, commonActs, modules } from './audit-words.ts'

export { problemNames, problemSentence } from './audit-words.ts'

const entry = <T>(names: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(names, name) ? names[name] : undefined)
const act = (module: string, operateType: string) => entry(entry(actsOf, module) ?? {}, operateType) ?? entry(commonActs, operateType)
export const moduleName = (module: string): string => entry(modules, module) ?? module
export const hasModuleName = (module: string): boolean => entry(modules, module) !== undefined
export const hasActName = (module: string, operateType: string): boolean => act(module, operateType) !== undefined
/** A call that only reads is recorded only when it is denied, so an operation without a name is named as an attempt to view. */
export const operateName = (module: string, operateType: string): string => act(module, operateType) ?? acts.view

interface ActGroup {
  /** '' for operations that occur in any module. */
  module: string
  acts: { operateType: string; label: string }[]
}
const byLabel = (one: { label: string }, two: { label: string }) => one.label.localeCompare(two.label, 'zh-CN')
const groupOf = (module: string, names: Readonly<Record<string, string>>): ActGroup => ({
  module,
  acts: Object.entries(names)
    .map(([operateType, label]) => ({ operateType, label }))
    .sort(byLabel),
})

/** The operations to filter by: common ones, then those of this module (or of each). */
export function actGroups(module: string): ActGroup[] {
  const own = entry(actsOf, module) ?? {}
  const common = Object.fromEntries(Object.entries(commonActs).filter(([name]) => entry(own, name) === undefined))
  const modulesShown = module === '' ? Object.keys(actsOf) : [module]
  const groups = modulesShown.map(of => groupOf(of, entry(actsOf, of) ?? {})).filter(group => group.acts.length > 0)
  return [groupOf('', common), ...groups.sort((one, two) => moduleName(one.module).localeCompare(moduleName(two.module), 'zh-CN'))]
}
