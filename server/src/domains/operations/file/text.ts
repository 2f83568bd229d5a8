import type { FILE_USES } from '@hufu/contract/operations/kept-file'
import { acts, fields, things } from '@hufu/contract/text'

const kinds: Record<(typeof FILE_USES)[number], string> = {
  avatar: '用户头像',
  app: fields.appIcon,
  notice: things.homeFile,
  import: acts.importSheet,
  task: things.task,
  config: things.systemSettings,
  examine: '待审核的申请',
  sync: things.syncTask,
}

export const text = {
  /** A use of a file, as named in a refusal. */
  use: (kind: (typeof FILE_USES)[number], name: string) => `${kinds[kind]}“${name}”`,
} as const
