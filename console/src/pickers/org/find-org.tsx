import { org } from '@hufu/contract/directory/org'
import { useState } from 'react'
import { debounce } from '../../platform/debounce.ts'
import { usePages } from '../../platform/pages.ts'
import { SearchBox } from '../../ui/list/search/search-box.tsx'
import { text } from '../text.ts'

interface Props {
  orgRangeId?: string | undefined
  onFound: (id: string, name: string) => void
}

/** Searches organisations of any level by name, code, pinyin or initials. */
export default function FindOrg({ orgRangeId, onFound }: Props) {
  const [name, setName] = useState('')
  const [type] = useState(() => debounce((typed: string) => setName(typed.trim())))
  const found = usePages(org.search, { query: { name, orgRangeId }, enabled: name !== '' })
  const hits = name === '' ? [] : (found.rows ?? [])
  const choose = (id: string) => onFound(id, hits.find(hit => hit.id === id)?.name ?? '')
  return (
    <SearchBox
      label={text.org.find}
      onType={type}
      hits={hits.map(hit => ({ value: hit.id, label: <Hit {...hit} />, title: hit.path }))}
      nothing={name === '' || !found.rows || found.isFetching ? undefined : text.org.findNothing}
      onChoose={choose}
      onScroll={found.onScroll}
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
