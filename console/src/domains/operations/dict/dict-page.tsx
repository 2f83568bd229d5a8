import { dict, type DictType } from '@hufu/contract/operations/dict'
import { Button } from 'antd'
import { useState } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { Transfer, TransferSearch } from '../../../ui/form/transfer.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { OTHER_PARAMS, DictItems, NO_FILTERS } from './dict-items.tsx'
import { text } from './text.ts'
import { useRefresh, useRemoveType } from './use-dict-acts.ts'
import './dict.css'

// Forms are loaded when first opened.
const TypeDialog = lazyComponent(() => import('./type-dialog.tsx'))
const LIST_SIZE = 50
const tagsOf = (row: DictType) => isOn(row.locked) && <Tag>{text.lockedShort}</Tag>

/** The types at the left, the items of the chosen one at the right. */
export default function DictPage() {
  const list = useList(NO_FILTERS, OTHER_PARAMS)
  const { setParams } = list
  const { type, find, typePage } = list.params
  const types = useCall(dict.pageType, { query: { current: typePage, size: LIST_SIZE, name: find }, keepPrevious: true })
  const dialog = useDialog<DictType>()
  const refresh = useRefresh()
  // Without a choice, the first type.
  const rows = types.data?.records ?? []
  const chosen = rows.find(row => row.type === type) ?? rows[0]
  const go = (next: string) => setParams({ type: next, current: 1, ...NO_FILTERS })
  const removeType = useRemoveType(() => go(''))
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    setParams({ find: '', typePage: 1 })
  }
  const side = (
    <div className="split-room">
      <TransferSearch key={clears} label={text.find} value={find} onFind={name => setParams({ find: name, typePage: 1 })} />
      <Transfer
        of={types}
        words={text}
        chosen={chosen?.id ?? ''}
        onChoose={id => go(rows.find(row => row.id === id)?.type ?? '')}
        onClear={find === '' ? undefined : clear}
        tags={tagsOf}
        count={row => text.count(row.itemCount)}
      />
      <Pagination current={typePage} size={LIST_SIZE} total={types.data?.total ?? 0} onTurn={to => setParams({ typePage: to })} />
    </div>
  )
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <>
          <Button loading={refresh.pending} onClick={() => void refresh.run()}>
            {text.refresh}
          </Button>
          <ActButton call={dict.saveType} type="primary" onClick={() => dialog.open()}>
            {text.add}
          </ActButton>
        </>
      }
    >
      <Splitter name="dict" label={text.title} at={chosen?.id ?? ''} chosen={chosen?.name} side={<Card>{side}</Card>}>
        <Card>
          {chosen ? (
            <>
              <TypeHead type={chosen} onEdit={() => dialog.open(chosen)} onRemove={() => removeType(chosen)} />
              <DictItems key={chosen.id} type={chosen} list={list} />
            </>
          ) : (
            <Empty title={text.choose} />
          )}
        </Card>
      </Splitter>
      {dialog.isOpen && <TypeDialog row={dialog.item} onSaved={go} onClose={dialog.close} />}
    </Page>
  )
}

function TypeHead({ type, onEdit, onRemove }: { type: DictType; onEdit: () => void; onRemove: () => void }) {
  return (
    <div className="dict-head">
      <h2 className="card-title">{type.name}</h2>
      <code>{type.type}</code>
      {isOn(type.builtIn) && <Tag>{isOn(type.locked) ? text.locked : text.builtIn}</Tag>}
      {type.remark && <span className="dict-remark">{type.remark}</span>}
      <span className="dict-acts">
        <ActButton call={dict.updateType} onClick={onEdit}>
          {text.edit}
        </ActButton>
        {type.builtIn === 0 && (
          <ActButton call={dict.removeType} danger onClick={onRemove}>
            {text.remove}
          </ActButton>
        )}
      </span>
    </div>
  )
}
