import type { KeptFile } from '@hufu/contract/operations/kept-file'
import { acts, fields, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

type Use = KeptFile['uses'][number]
const kinds: Record<Use['kind'], string> = {
  avatar: t('用户头像', 'Avatar'),
  app: fields.appIcon,
  notice: things.homeFile,
  import: acts.importSheet,
  task: t('任务结果', 'Task result'),
  config: things.systemSettings,
  examine: t('待审核的申请', 'Request in review'),
  sync: things.syncTask,
}

export const text = {
  title: things.files,
  description: t(
    '所有上传的文件与任务结果。没有任何地方使用的文件一天后自动删除；正在使用的文件不能删除。',
    'Every file uploaded and every task result. Files nothing uses are deleted after a day; files in use cannot be deleted.',
  ),
  list: t('文件列表', 'Files'),
  none: t('还没有文件', 'No files yet'),
  noneHint: t(
    '上传的头像、图标、驱动和导入、导出的表格都会出现在这里。',
    'Avatars, icons and drivers uploaded, and sheets imported and exported, appear here.',
  ),
  any: states.all,
  fields: {
    fileName: t('文件名', 'File name'),
    owner: t('上传人', 'Uploaded by'),
    used: t('使用情况', 'In use'),
    purpose: fields.type,
    fileSize: t('大小', 'Size'),
    createTime: t('上传时间', 'Uploaded'),
    uses: t('使用处', 'Used for'),
  },
  states: { used: t('使用中', 'In use'), unused: t('未使用', 'Unused') },
  purposes: {
    upload: things.file,
    picture: t('图片', 'Picture'),
    taskResult: t('任务结果', 'Task result'),
    taskInput: t('导入表格', 'Import sheet'),
  } satisfies Record<KeptFile['purpose'], string>,
  use: t(
    ({ kind, name }: Use) => (kind === 'task' ? kinds.task : `${kinds[kind]}：${name}`),
    ({ kind, name }) => (kind === 'task' ? kinds.task : `${kinds[kind]}: ${name}`),
  ),
  uses: t(
    (names: readonly string[], count: number) => (count > names.length ? `${names.join('、')} 等 ${count} 处` : names.join('、')),
    (names, count) => (count > names.length ? `${names.join(', ')} and others, ${count} in all` : names.join(', ')),
  ),
  owner: t(
    (realName: string | null, userName: string) => `${realName}（${userName}）`,
    (realName, userName) => `${realName} (${userName})`,
  ),
  unknownOwner: t('已删除的用户', 'Deleted user'),
  volume: t(
    (files: number, size: string, quota: string) => `共 ${files} 个文件，${size}${quota === '' ? '' : `（上限 ${quota}）`}`,
    (files, size, quota) => `${plural(files, 'file')}, ${size}${quota === '' ? '' : ` (limit ${quota})`}`,
  ),
  withUnused: t(
    (all: string, files: number, size: string) => `${all}，未使用 ${files} 个，${size}`,
    (all, files, size) => `${all}; ${files} unused, ${size}`,
  ),
  tools: { download: acts.download, remove: acts.remove },
  kept: t('正在使用，不能删除', 'In use, so it cannot be deleted'),
  remove: {
    one: t(
      (name: string) => `删除文件“${name}”？`,
      name => `Delete the file “${name}”?`,
    ),
    many: t(
      (count: number) => `删除 ${count} 个文件？`,
      count => `Delete ${plural(count, 'file')}?`,
    ),
    text: t('删除后不能恢复。', 'This cannot be undone.'),
    done: t(
      (count: number) => `已删除 ${count} 个文件`,
      count => `${plural(count, 'file')} deleted`,
    ),
  },
} as const
