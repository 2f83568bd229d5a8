import { org } from '@hufu/contract/directory/org'
import { useState } from 'react'
import { useCall } from '../platform/calls.ts'
import { debounce } from '../platform/debounce.ts'
import { FindBox } from '../ui/list/find-box.tsx'
import { text } from './text.ts'

interface Props {
  orgRangeId?: string | undefined
  onFound: (id: string, name: string) => void
}

/** Asks the server for organisations of any level by name, code, pinyin or initials. */
export function FindOrg({ orgRangeId, onFound }: Props) {
  const [name, setName] = useState('')
  const [type] = useState(() => debounce((typed: string) => setName(typed.trim())))
  const found = useCall(org.search, { query: { name, orgRangeId }, enabled: name !== '', keepPrevious: true })
  const hits = name === '' ? [] : (found.data ?? [])
  const choose = (id: string) => onFound(id, hits.find(hit => hit.id === id)?.name ?? '')
  return (
    <FindBox
      label={text.org.find}
      onType={type}
      hits={hits.map(hit => ({ value: hit.id, label: <Hit {...hit} />, title: hit.path }))}
      nothing={name === '' || !found.data || found.isFetching ? undefined : text.org.findNothing}
      onChoose={choose}
    />
  )
}

function Hit({ name, path }: { name: string; path: string }) {
  return (
    <span className="org-hit">
      <span>{name}</span>
      <span className="org-hit-path">{path}</span>
    </span>
  )
}
