import { JSON_MAX } from '@hufu/contract/operations/custom-setting'
import type { ConfigItem } from '@hufu/contract/operations/config'
import { refuse } from '../../../platform/http/refuse.ts'

/** Checks the value of a custom setting by its type; secrets are checked where they are encrypted. */
export function refuseWrongValue(type: ConfigItem['valueType'], value: string): void {
  if (type === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) refuse('configValueProblem')
  if (type === 'boolean' && value !== 'true' && value !== 'false') refuse('configValueProblem')
  if (type === 'json' && !isJson(value)) refuse('configJsonProblem')
}

function isJson(value: string): boolean {
  if (Buffer.byteLength(value) > JSON_MAX) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
