import type { Deputy } from '@hufu/contract/governance/review'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './reviewer-text.ts'

const words = text.deputies

export function DeputyState({ of: { isInForce, isOver } }: { of: Pick<Deputy, 'isInForce' | 'isOver'> }) {
  if (isInForce) return <StatusTag tone="good">{words.inForce}</StatusTag>
  return isOver ? <StatusTag tone="plain">{words.over}</StatusTag> : <StatusTag tone="info">{words.coming}</StatusTag>
}
