import type { Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: things.decryption,
  description:
    'Check or repair a single encrypted value. Every use is recorded in the operation log (without the content); other super administrators and the audit administrators see who, when and why.',
  worthless:
    'Text is encrypted with a key of its own; no password, token or personal data of the system is encrypted with it. What is sent when signing in cannot be decrypted here.',
  tabs: { sm4: 'Text (SM4)', config: 'Setting (RSA)' },
  direction: fields.operation,
  directions: { en: 'Encrypt', de: 'Decrypt' },
  data: fields.content,
  dataHint: 'Plain text of at most 64 KB; to decrypt, paste the whole cipher text.',
  cipher: 'Cipher text of a setting',
  cipherHint: 'The stored value of a secret setting (Base64).',
  reason: fields.reason,
  reasonHint: 'Required; shown below and in the operation log.',
  run: { en: 'Encrypt', de: 'Decrypt' },
  clear: 'Clear',
  result: fields.result,
  left: (seconds: number) => `Cleared in ${seconds} s`,
  hide: 'Clear now',
  copied: 'Copied; the clipboard is cleared with the result where the browser allows',
  copyFailed: 'It could not be copied, select it yourself',
  copy: acts.copy,
  uses: {
    title: 'Uses',
    list: 'Uses',
    none: 'Nobody has used it yet',
    columns: {
      createTime: fields.time,
      who: fields.operator,
      kind: fields.operation,
      reason: fields.reason,
      result: fields.result,
      ip: fields.ipAddress,
    },
    kinds: { en: 'Text encrypted', de: 'Text decrypted', config: 'Setting decrypted' },
    ofConfig: (name: string) => `Setting decrypted: ${name}`,
    whom: (realName: string, userName: string | null) => `${realName} (${userName})`,
    done: 'Done',
    failed: states.failed,
  },
}
