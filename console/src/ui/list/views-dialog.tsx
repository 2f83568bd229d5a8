import { listPreference, VIEW_NAME_MAX, type ListView } from '@hufu/contract/operations/list-preference'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useAction } from '../../platform/calls.ts'
import { notifier, ok } from '../../platform/client.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { text } from '../text.ts'
import { type StoredLayout, usePreference, usePreferenceChange } from './columns/use-columns.ts'
import './columns/column-choice.css'

const words = text.views

/** Saves the present search under a name, and deletes saved ones. */
export default function ViewsDialog({ of, onClose }: { of: StoredLayout; onClose: () => void }) {
  const { search } = useLocation()
  const { views } = usePreference(of.list)
  const show = usePreferenceChange(of.list)
  const save = useAction(listPreference.saveViews)
  const [name, setName] = useState('')
  const change = async (next: ListView[], sentence: string) => {
    if (!ok(await save.run({ body: { list: of.list, views: next } }))) return false
    show({ views: next })
    notifier.done(sentence)
    return true
  }
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const named = name.trim()
    if (named === '') return
    const rest = views.filter(view => view.name !== named)
    if (await change([...rest, { name: named, search: withoutPage(search) }], words.saved)) onClose()
  }
  return (
    <Dialog small title={words.title} onClose={onClose} footer={<Button onClick={onClose}>{words.close}</Button>}>
      <form className="view-name" onSubmit={event => void keep(event)}>
        <label htmlFor="view-name">{words.name}</label>
        <Input id="view-name" value={name} maxLength={VIEW_NAME_MAX} onChange={event => setName(event.target.value)} />
        <Button type="primary" htmlType="submit" disabled={name.trim() === ''} loading={save.pending}>
          {words.save}
        </Button>
      </form>
      <p className="view-hint">{search === '' ? words.noFilters : words.hint}</p>
      <ul className="column-choice">
        {views.map(view => (
          <li key={view.name}>
            {view.name}
            <Button
              type="link"
              size="small"
              danger
              aria-label={words.removeOf(view.name)}
              onClick={() =>
                void change(
                  views.filter(one => one !== view),
                  words.removed,
                )
              }
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** A view starts at the first page. */
function withoutPage(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('current')
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}
