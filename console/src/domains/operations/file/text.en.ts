import type { KeptFile } from '@hufu/contract/operations/kept-file'
import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

type Use = KeptFile['uses'][number]
const kinds: Record<Use['kind'], string> = {
  avatar: 'Avatar',
  app: fields.appIcon,
  notice: things.homeFile,
  import: acts.importSheet,
  task: 'Task result',
  config: things.systemSettings,
  examine: 'Request in review',
  sync: things.syncTask,
}

export const text: Translated<typeof chinese> = {
  title: things.files,
  description: 'Every file uploaded and every task result. Files nothing uses are deleted after a day; files in use cannot be deleted.',
  list: 'Files',
  none: 'No files yet',
  noneHint: 'Avatars, icons and drivers uploaded, and sheets imported and exported, appear here.',
  any: states.all,
  fields: {
    fileName: 'File name',
    owner: 'Uploaded by',
    used: 'In use',
    purpose: fields.type,
    fileSize: 'Size',
    createTime: 'Uploaded',
    uses: 'Used for',
  },
  states: { used: 'In use', unused: 'Unused' },
  purposes: { upload: things.file, picture: 'Picture', taskResult: 'Task result', taskInput: 'Import sheet' },
  use: ({ kind, name }: Use) => (kind === 'task' ? kinds.task : `${kinds[kind]}: ${name}`),
  uses: (names: readonly string[], count: number) =>
    count > names.length ? `${names.join(', ')} and others, ${count} in all` : names.join(', '),
  owner: (realName: string | null, userName: string) => `${realName} (${userName})`,
  unknownOwner: 'Deleted user',
  volume: (files: number, size: string, quota: string) => `${plural(files, 'file')}, ${size}${quota === '' ? '' : ` (limit ${quota})`}`,
  withUnused: (all: string, files: number, size: string) => `${all}; ${files} unused, ${size}`,
  tools: { download: acts.download, remove: acts.remove },
  kept: 'In use, so it cannot be deleted',
  remove: {
    one: (name: string) => `Delete the file “${name}”?`,
    many: (count: number) => `Delete ${plural(count, 'file')}?`,
    text: 'This cannot be undone.',
    done: (count: number) => `${plural(count, 'file')} deleted`,
  },
}
