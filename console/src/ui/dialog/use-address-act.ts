import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Does what `?act=` of the address names, once: the address forgets it, and neither reload nor way back does it again. */
export function useAddressAct(acts: Readonly<Record<string, false | (() => void)>>): void {
  const [search, setSearch] = useSearchParams()
  const name = search.get('act')
  const begin = useEffectEvent((asked: string) => {
    const act = Object.hasOwn(acts, asked) ? acts[asked] : undefined
    const rest = new URLSearchParams(search)
    rest.delete('act')
    setSearch(rest, { replace: true })
    if (act) act()
  })
  useEffect(() => {
    if (name !== null) begin(name)
  }, [name])
}
