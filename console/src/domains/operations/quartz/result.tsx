import type { QuartzResult } from '@hufu/contract/operations/quartz'
import { StatusTag, type Tone } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const tones: Readonly<Record<QuartzResult, Tone>> = { 0: 'bad', 1: 'good', 2: 'warn' }

export const Result = ({ of }: { of: QuartzResult }) => <StatusTag tone={tones[of]}>{text.results[of]}</StatusTag>
