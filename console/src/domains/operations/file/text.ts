import type { KeptFile } from '@hufu/contract/operations/kept-file'
import { acts, fields, states, things } from '@hufu/contract/text'

type Use = KeptFile['uses'][number]
const kinds: Record<Use['kind'], string> = {
  avatar: '用户头像',
  app: fields.appIcon,
  notice: things.homeFile,
  import: acts.importSheet,
  task: '任务结果',
  config: things.systemSettings,
  examine: '待审核的申请',
  sync: things.syncTask,
}

export const text = {
  title: things.files,
  description: '所有上传的文件与任务结果。没有任何地方使用的文件一天后自动删除；正在使用的文件不能删除。',
  list: '文件列表',
  none: '还没有文件',
  noneHint: '上传的头像、图标、驱动和导入、导出的表格都会出现在这里。',
  any: states.all,
  fields: {
    fileName: '文件名',
    owner: '上传人',
    used: '使用情况',
    purpose: fields.type,
    fileSize: '大小',
    createTime: '上传时间',
    uses: '使用处',
  },
  states: { used: '使用中', unused: '未使用' },
  purposes: { upload: things.file, picture: '图片', taskResult: '任务结果', taskInput: '导入表格' } satisfies Record<
    KeptFile['purpose'],
    string
  >,
  use: ({ kind, name }: Use) => (kind === 'task' ? kinds.task : `${kinds[kind]}：${name}`),
  uses: (names: readonly string[], count: number) => (count > names.length ? `${names.join('、')} 等 ${count} 处` : names.join('、')),
  owner: (realName: string | null, userName: string) => `${realName}（${userName}）`,
  unknownOwner: '已删除的用户',
  volume: (files: number, size: string, quota: string) => `共 ${files} 个文件，${size}${quota === '' ? '' : `（上限 ${quota}）`}`,
  withUnused: (all: string, files: number, size: string) => `${all}，未使用 ${files} 个，${size}`,
  tools: { download: acts.download, remove: acts.remove },
  kept: '正在使用，不能删除',
  remove: {
    one: (name: string) => `删除文件“${name}”？`,
    many: (count: number) => `删除 ${count} 个文件？`,
    text: '删除后不能恢复。',
    done: (count: number) => `已删除 ${count} 个文件`,
  },
} as const
