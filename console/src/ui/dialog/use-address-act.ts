import { useEffect, useEffectEvent } from 'react'
import { useAddressParams } from '../../platform/use-address-params.ts'

/** Does what `?act=` of the address names, once: the address forgets it, and neither reload nor way back does it again. */
export function useAddressAct(acts: Readonly<Record<string, false | (() => void)>>, isReady = true): void {
  const [search, change] = useAddressParams()
  const name = search.get('act')
  const begin = useEffectEvent((asked: string) => {
    const act = Object.hasOwn(acts, asked) ? acts[asked] : undefined
    change(rest => {
      rest.delete('act')
      return rest
    })
    if (act) act()
  })
  useEffect(() => {
    if (name !== null && isReady) begin(name)
  }, [name, isReady])
}
