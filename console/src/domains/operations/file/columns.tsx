import { file } from '@hufu/contract/operations/file'
import type { KeptFile } from '@hufu/contract/operations/kept-file'
import { download } from '../../../platform/client.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { sizeText } from './size-text.ts'
import { text } from './text.ts'

const words = text.fields

/** Why a file cannot be deleted now. */
export const protectedReason = (row: KeptFile) => (row.isKept ? text.kept : undefined)

export const columnsOf = (onRemove: (rows: readonly KeptFile[]) => void): Columns<KeptFile> => [
  { key: 'fileName', title: words.fileName, dataIndex: 'fileName', fixed: 'start', width: 224 },
  { key: 'fileSize', title: words.fileSize, width: 96, align: 'right', render: (_, row) => sizeText(row.fileSize) },
  { key: 'used', title: words.used, width: 96, render: (_, row) => <State row={row} /> },
  { key: 'uses', title: words.uses, width: 208, render: (_, row) => usesOf(row) },
  { key: 'owner', title: words.owner, width: 168, render: (_, row) => ownerOf(row) },
  { key: 'createTime', spare: true, title: words.createTime, width: 168, render: (_, row) => <Time at={row.createTime} /> },
  { key: 'purpose', spare: true, title: words.purpose, width: 96, render: (_, row) => text.purposes[row.purpose] },
  toolColumn<KeptFile>(
    row => (
      <RowTools
        name={row.fileName}
        tools={[
          { label: text.tools.download, onClick: () => void download(file.download, { query: { fileId: row.id } }).catch(() => undefined) },
          { label: text.tools.remove, danger: true, onClick: () => onRemove([row]), disabledBecause: protectedReason(row) },
        ]}
      />
    ),
    136,
  ),
]

const ownerOf = ({ userName, realName }: KeptFile) => (userName === null ? text.unknownOwner : text.owner(realName, userName))

const usesOf = ({ uses, useCount }: KeptFile): string => text.uses(uses.map(text.use), useCount)

function State({ row }: { row: KeptFile }) {
  return row.isKept ? <StatusTag tone="good">{text.states.used}</StatusTag> : <StatusTag tone="plain">{text.states.unused}</StatusTag>
}
