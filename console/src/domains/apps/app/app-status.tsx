import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

export function AppStatus({ status }: { status: number }) {
  return status === 1 ? <StatusTag tone="good">{text.enabled}</StatusTag> : <StatusTag tone="plain">{text.disabled}</StatusTag>
}
