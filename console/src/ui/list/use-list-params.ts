import { useMemo, useState } from 'react'
import { useAddressParams } from '../../platform/use-address-params.ts'
import { type Plain, readParams, type Widened, writeParams } from './list-params.ts'

/** Values kept in the address, with defaults: back, reload and a sent link show the same. */
export function useListParams<T extends Record<string, Plain>>(given: T): [Widened<T>, (patch: Partial<Widened<T>>) => void, T] {
  const [defaults] = useState(given)
  const [search, change] = useAddressParams()
  const params = useMemo(() => readParams(search, defaults), [search, defaults])
  // Replaces the history entry, so that back leaves the page and does not go through its filters.
  const setParams = (patch: Partial<Widened<T>>) => change(now => writeParams(now, patch, defaults))
  return [params, setParams, defaults]
}
