import { text } from './list/list-text.ts'
import { StatusTag } from './tag.tsx'

/** Whether a row is enabled, in words. */
export function EnabledTag({ status }: { status: number }) {
  return status === 1 ? <StatusTag tone="good">{text.enabled}</StatusTag> : <StatusTag tone="plain">{text.disabled}</StatusTag>
}
