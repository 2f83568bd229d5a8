import { keptFile, type KeptFile } from '@hufu/contract/operations/kept-file'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/list-head.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { columnsOf, keptBecause } from './columns.tsx'
import { sizeText } from './size-text.ts'
import { text } from './text.ts'

const NO_FILTERS = { fileName: '', owner: '', used: '', purpose: '' }
const words = text.fields

/** Every file there is: who uploaded it, how large it is, what refers to it. */
export default function FilePage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, fileName, owner, used, purpose } = params
  const rows = useCall(keptFile.page, { query: queryOf(params), keepPrevious: true })
  const selection = useSelection<KeptFile>(list.scope)
  const remove = useRemove(selection.clear)
  const fold = useFold()
  const narrow = (patch: Partial<typeof NO_FILTERS>) => setParams({ ...patch, current: 1 })
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <SearchBar values={{ fileName, owner, used, purpose }} onSearch={narrow} onReset={() => narrow(NO_FILTERS)} hidden={fold.isFolded}>
          <TextFilter name="fileName" label={words.fileName} />
          <TextFilter name="owner" label={words.owner} />
          <SearchField name="used" label={words.used}>
            <NativeSelect options={states} />
          </SearchField>
          <SearchField name="purpose" label={words.purpose}>
            <NativeSelect options={purposes} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()}>
          <Volume />
        </ListTools>
        <BatchBar of={selection}>
          <Button size="small" danger onClick={() => remove(selection.rows)}>
            {text.tools.remove}
          </Button>
        </BatchBar>
        <DataTable<KeptFile>
          label={text.list}
          of={rows}
          columns={columnsOf(remove)}
          paging={{ current, size }}
          onPage={setParams}
          rowName={row => row.fileName}
          selection={selection}
          keptBecause={keptBecause}
          empty={{ title: text.none, hint: text.noneHint }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
    </Page>
  )
}

const queryOf = ({ current, size, used, purpose, ...typed }: typeof NO_FILTERS & { current: number; size: number }) => ({
  current,
  size,
  ...typed,
  used: used === '' ? undefined : used === 'true',
  purpose: purpose === '' ? undefined : (purpose as KeptFile['purpose']),
})

/** Asks first. */
function useRemove(onDone: () => void): (rows: readonly KeptFile[]) => void {
  const remove = useAction(keptFile.remove, { refreshes: [keptFile.page, keptFile.volume] })
  const run = async (rows: readonly KeptFile[]) => {
    const answer = await remove.run({ body: { ids: rows.map(row => row.id) } })
    if (!ok(answer)) return
    onDone()
    notifier.toast(text.remove.done(answer.data), CONFIG_MS, 'success')
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
  return <span>{data.unusedFiles === 0 ? all : `${all}，${text.unusedVolume(data.unusedFiles, sizeText(data.unusedBytes))}`}</span>
}

const states = [
  { value: '', label: text.any },
  { value: 'true', label: text.states.used },
  { value: 'false', label: text.states.unused },
]
const purposes = [{ value: '', label: text.any }, ...Object.entries(text.purposes).map(([value, label]) => ({ value, label }))]
