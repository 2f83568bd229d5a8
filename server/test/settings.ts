import { tmpdir } from 'node:os'
import { readSettings, type Settings } from '../src/settings.ts'

export const ADMIN_PASSWORD = 'Admin#2026'
export const CAPTCHA = 'ABCD'

export const testSettings = (more: Record<string, string> = {}): Settings =>
  readSettings({
    HUFU_DATA: tmpdir(),
    HUFU_MASTER_KEY: '0123456789abcdef'.repeat(4),
    HUFU_RATE_LIMIT: '0',
    HUFU_FIXED_CAPTCHA: CAPTCHA,
    HUFU_LOG: process.env.HUFU_LOG ?? 'silent',
    ...more,
  })
