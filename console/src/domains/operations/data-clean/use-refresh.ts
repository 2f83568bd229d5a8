import { dataClean } from '@hufu/contract/operations/data-clean'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../../platform/error-log.ts'

/** Reads again what a cleaning changes on this page. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of [dataClean.list, dataClean.pageLog, dataClean.preview])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
}
