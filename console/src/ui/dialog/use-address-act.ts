import { useEffect, useEffectEvent } from 'react'
import { useAddressParams } from '../../platform/use-address-params.ts'

/**
 * Runs the action that `?act=` of the address names, once; it is then removed from the address, so that neither reload nor
 * back repeats it.
 */
export function useAddressAct(acts: Readonly<Record<string, false | (() => void)>>, isReady = true): void {
  const [search, change] = useAddressParams()
  const name = search.get('act')
  const begin = useEffectEvent((value: string) => {
    const act = Object.hasOwn(acts, value) ? acts[value] : undefined
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
