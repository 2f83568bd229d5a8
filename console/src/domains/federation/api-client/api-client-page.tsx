import { useSearchParams } from 'react-router'
import { ClientDetail } from './client-detail.tsx'
import { ClientList } from './client-list.tsx'

/** API clients; with an id in the address, the one it names. */
export default function ApiClientPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  return id === '' ? <ClientList /> : <ClientDetail key={id} id={id} />
}
