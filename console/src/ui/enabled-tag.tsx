import { isOn } from '../platform/flag.ts'
import { text } from './list/list-text.ts'
import { StatusTag } from './tag.tsx'

/** Whether a row is enabled, in words. */
export function EnabledTag({ status }: { status: number }) {
  return isOn(status) ? <StatusTag tone="good">{text.enabled}</StatusTag> : <StatusTag tone="plain">{text.disabled}</StatusTag>
}
