import { useSearchParams } from 'react-router'

/**
 * The query of the address, and a way to change it. A change begins with what the address says at that moment: what was
 * drawn may be older, and a second change would take back the first.
 */
export function useAddressParams(): [URLSearchParams, (change: (now: URLSearchParams) => URLSearchParams, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  return [params, (change, replace = true) => setParams(change(new URLSearchParams(location.search)), { replace })]
}
