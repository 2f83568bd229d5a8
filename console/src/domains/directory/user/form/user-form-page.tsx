import { user } from '@hufu/contract/directory/user'
import { mayBeRequired, type MayBeRequired } from '@hufu/contract/fields/user-fields'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { Page } from '../../../../ui/page.tsx'
import { Missing } from '../../../../ui/states.tsx'
import { useOrgTops } from '../../../../pickers/org/org-levels.ts'
import { useOutlook } from '../../../../pickers/review/outlook.ts'
import { emptyForm, formOf } from './draft.ts'
import { formText } from './form-text.ts'
import { UserForm } from './user-form.tsx'
import '../user.css'
import './form.css'

/** /organiz/user creates a user, /organiz/user/:id changes one. */
export default function UserFormPage() {
  const { id } = useParams()
  return id === undefined ? <Add /> : <Edit key={id} id={id} />
}

function Add() {
  const [search] = useSearchParams()
  const leave = useGoBack(search.get('orgId'))
  const tops = useOrgTops()
  const required = useRequired()
  const orgId = search.get('orgId') ?? tops.data?.[0]?.id
  const outlook = useOutlook({ objectType: 'user', operateType: 'insert', orgId })
  return (
    <Page title={formText.add} description={formText.description}>
      {orgId !== undefined && required && outlook.isFetched ? (
        <UserForm initial={emptyForm({ orgId })} required={required} onLeave={leave} />
      ) : (
        <Missing of={tops} lines={10} />
      )}
    </Page>
  )
}

function Edit({ id }: { id: string }) {
  const found = useCall(user.byId, { query: { id }, quietly: true })
  const outlook = useOutlook({ objectType: 'user', operateType: 'update', objectId: id })
  const [loads, setLoads] = useState(0)
  const leave = useGoBack(found.data?.orgId ?? null)
  const required = useRequired()
  const reload = async () => {
    await found.refetch()
    setLoads(loads + 1)
  }
  return (
    <Page title={found.data ? formText.editOf(found.data.realName) : formText.edit} description={formText.description}>
      {/* The form waits for a fresh read, as a cached record may be outdated. */}
      {found.data && found.isFetchedAfterMount && required && outlook.isFetched ? (
        <UserForm
          key={loads}
          person={found.data}
          initial={formOf(found.data)}
          required={required}
          onLeave={leave}
          onReload={() => void reload()}
        />
      ) : (
        <Missing of={found} lines={10} />
      )}
    </Page>
  )
}

export type Required = Record<MayBeRequired, boolean>
const NONE = Object.fromEntries(mayBeRequired.map(key => [key, false])) as Required

/** The required fields (D-70); if they cannot be read, the server still refuses. */
function useRequired(): Required | undefined {
  const found = useCall(user.requiredFields)
  if (!found.data) return found.isError ? NONE : undefined
  const { openOtherJob: _other, ...required } = found.data
  return required
}

/** Goes back to the list as it was or, if opened by a link, to the user's organisation. */
function useGoBack(orgId: string | null): () => void {
  const navigate = useNavigate()
  const hasWayBack = (history.state as { idx?: number } | null)?.idx
  return () => void (hasWayBack ? navigate(-1) : navigate(`/organiz/index${orgId ? `?orgId=${orgId}` : ''}`))
}
