import { keptFile, type KeptFile } from '@hufu/contract/operations/kept-file'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf, protectedReason } from './columns.tsx'
import { sizeText } from './size-text.ts'
import { text } from './text.ts'

const NO_FILTERS = { fileName: '', owner: '', used: '', purpose: '' }
const words = text.fields

/** All files: uploader, size and uses. */
export default function FilePage() {
  const list = useList(NO_FILTERS)
  const rows = useCall(keptFile.page, { query: queryOf(list.params), keepPrevious: true })
  const selection = useSelection<KeptFile>(list.scope)
  const remove = useRemove(selection.clear)
  return (
    <ListPage<KeptFile>
      words={text}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="fileName" label={words.fileName} />
          <TextFilter name="owner" label={words.owner} />
          <ChoiceFilter name="used" label={words.used} options={states} />
          <ChoiceFilter name="purpose" label={words.purpose} options={purposes} />
        </SearchBar>
      }
      tools={<Volume />}
      batch={
        <BatchBar of={selection}>
          <Button size="small" danger onClick={() => remove(selection.rows)}>
            {text.tools.remove}
          </Button>
        </BatchBar>
      }
      of={rows}
      columns={columnsOf(remove)}
      rowName={row => row.fileName}
      selection={selection}
      protectedReason={protectedReason}
    />
  )
}

const queryOf = ({ current, size, used, purpose, ...typed }: typeof NO_FILTERS & { current: number; size: number }) => ({
  current,
  size,
  ...typed,
  used: used === '' ? undefined : used === 'true',
  purpose: purpose === '' ? undefined : (purpose as KeptFile['purpose']),
})

/** Deletes files after a confirmation. */
function useRemove(onDone: () => void): (rows: readonly KeptFile[]) => void {
  const remove = useAction(keptFile.remove, { refreshes: [keptFile.page, keptFile.volume] })
  const run = async (rows: readonly KeptFile[]) => {
    const answer = await remove.run({ body: { ids: rows.map(row => row.id) } })
    if (!ok(answer)) return
    onDone()
    notifier.done(text.remove.done(answer.data))
  }
  return rows => {
    const [one] = rows
    const title = rows.length === 1 && one ? text.remove.one(one.fileName) : text.remove.many(rows.length)
    confirmAct({ title, content: text.remove.text, okText: text.tools.remove, danger: true, run: () => run(rows) })
  }
}

function Volume() {
  const { data } = useCall(keptFile.volume, { quietly: true })
  if (!data) return null
  const all = text.volume(data.files, sizeText(data.bytes), data.quotaBytes === 0 ? '' : sizeText(data.quotaBytes))
  return <span>{data.unusedFiles === 0 ? all : text.withUnused(all, data.unusedFiles, sizeText(data.unusedBytes))}</span>
}

const states = [
  { value: '', label: text.any },
  { value: 'true', label: text.states.used },
  { value: 'false', label: text.states.unused },
]
const purposes = [{ value: '', label: text.any }, ...Object.entries(text.purposes).map(([value, label]) => ({ value, label }))]
