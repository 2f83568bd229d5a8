import type { FILE_USES } from '@hufu/contract/operations/kept-file'

const kinds: Record<(typeof FILE_USES)[number], string> = {
  avatar: '用户头像',
  app: '应用图标',
  notice: '首页文件',
  import: '导入',
  task: '任务',
  config: '系统设置',
}

export const text = {
  /** What refers to a file, as a refusal names it. */
  use: (kind: (typeof FILE_USES)[number], name: string) => `${kinds[kind]}“${name}”`,
} as const
