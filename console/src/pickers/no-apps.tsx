import { app } from '@hufu/contract/apps/app'
import { acts, outcomes } from '@hufu/contract/text'
import { useNavigate } from 'react-router'
import { ActButton } from '../ui/act-button.tsx'
import { useMayOpen } from '../ui/permitted.ts'
import { Empty } from '../ui/states.tsx'

/** There is no application yet: a link to add the first, for users who may. */
export function NoApps({ hint }: { hint: string }) {
  const navigate = useNavigate()
  const isOpen = useMayOpen()('/app/list')
  const add = (
    <ActButton call={app.save} type="primary" onClick={() => void navigate('/app/list?act=add')}>
      {acts.addApp}
    </ActButton>
  )
  return <Empty title={outcomes.noAppsYet} hint={hint} action={isOpen && add} />
}
