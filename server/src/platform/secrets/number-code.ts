import { randomInt } from 'node:crypto'
import type { Settings } from '../../settings.ts'

/** A six-digit verification code. */
export const newNumberCode = ({ fixedSmsCode }: Pick<Settings, 'fixedSmsCode'>): string =>
  fixedSmsCode || String(randomInt(1_000_000)).padStart(6, '0')
