import { sync } from '@hufu/contract/provisioning/sync'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { Page } from '../../../../ui/page.tsx'
import { Missing } from '../../../../ui/states.tsx'
import { draftOf, newDraft } from './draft.ts'
import { templateIn } from './templates.ts'
import { Wizard } from './wizard.tsx'
import { text } from './wizard-text.ts'
import './wizard.css'

const NEW = 'new'

/** A task step by step: a new one, or one that is stored. */
export default function WizardPage({ id }: { id: string }) {
  const [search] = useSearchParams()
  const found = useCall(sync.byId, { query: { id }, enabled: id !== NEW, quietly: true })
  if (id === NEW) return <Wizard of={undefined} initial={newDraft(templateIn(search.get('template')))} />
  // Waits for a fresh read, so that the form never starts from outdated values.
  if (found.data && found.isFetchedAfterMount) return <Wizard key={found.data.version} of={found.data} initial={draftOf(found.data)} />
  return (
    <Page title={text.stepsLabel}>
      <Missing of={found} lines={10} />
    </Page>
  )
}
