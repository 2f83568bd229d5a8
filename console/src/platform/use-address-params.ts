import { useSearchParams } from 'react-router'

/**
 * The query of the address, and a function to change it. A change starts from the address at that moment, as rendered
 * values may be older and a second change would undo the first.
 */
export function useAddressParams(): [URLSearchParams, (change: (now: URLSearchParams) => URLSearchParams, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  return [params, (change, replace = true) => setParams(change(new URLSearchParams(location.search)), { replace })]
}
