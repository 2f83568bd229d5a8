import { guides } from 'virtual:help'
import { usePermissions } from '../../ui/permitted.ts'
import type { Guide } from './guide.ts'
import { isForUser } from './guide-of.ts'

/** The guides of pages that the user may open, by name and in order. */
export function useGuides(): ReadonlyMap<string, Guide> {
  const permissions = usePermissions()
  return new Map(guides.filter(({ name }) => isForUser(name, permissions)).map(guide => [guide.name, guide]))
}
