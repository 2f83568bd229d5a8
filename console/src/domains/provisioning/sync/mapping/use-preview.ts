import { type PreviewRow, sync } from '@hufu/contract/provisioning/sync'
import { useEffect, useState } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { debounce } from '../../../../platform/debounce.ts'
import { useMay } from '../../../../ui/permitted.ts'
import { bodyOf } from '../wizard/draft.ts'
import { mappingProblem } from './mapping-problem.ts'
import type { WizardState } from '../wizard/use-wizard.ts'

/** The server answers ten a minute. */
const PAUSE_MS = 900

/** Types that need an address; vendors have default addresses, and files none. */
const ADDRESSED: ReadonlySet<string> = new Set(['http', 'ldap', 'ad', 'database'])

export interface PreviewState {
  rows: PreviewRow[] | undefined
  error: unknown
  isFetching: boolean
  /** The form is not complete enough for a preview. */
  isIncomplete: boolean
}

/** What the first rows of the source would become with the present mapping, requested when typing pauses. */
export function usePreview({ typed, stored, fields }: WizardState): PreviewState {
  const isNamed = typed.url.trim() !== '' || !ADDRESSED.has(typed.type)
  const isAsked = typed.direction === 'in' && isNamed && fields.length > 0
  const isIncomplete = !isAsked || mappingProblem(typed, fields) !== undefined
  const { name: _, cron: _cron, remark: _remark, ...rest } = bodyOf(typed, stored)
  const wanted = isIncomplete ? '' : JSON.stringify({ ...rest, ...(stored && { id: stored.id }) })
  const [requested, setRequested] = useState(wanted)
  const [ask] = useState(() => debounce(setRequested, PAUSE_MS))
  useEffect(() => {
    if (wanted !== requested) ask(wanted)
    return ask.cancel
  }, [wanted, requested, ask])
  const may = useMay()(sync.preview)
  const found = useCall(sync.preview, {
    ...(requested !== '' && { body: JSON.parse(requested) as typeof rest }),
    enabled: may && requested !== '',
    keepPrevious: true,
    quietly: true,
    staleTime: Infinity,
  })
  return { rows: found.data, error: found.error, isFetching: found.isFetching || wanted !== requested, isIncomplete }
}
