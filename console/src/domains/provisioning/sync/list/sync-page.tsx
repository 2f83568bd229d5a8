import { useSearchParams } from 'react-router'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { SyncCentre } from './sync-centre.tsx'
import { text } from '../text.ts'
import '../sync.css'

const loadingView = () => (
  <Page title={text.title}>
    <Skeleton lines={10} />
  </Page>
)
const WizardPage = lazyComponent(() => import('../wizard/wizard-page.tsx'), loadingView)
const PlanPage = lazyComponent(() => import('../plan/plan-page.tsx'), loadingView)

/** The sync centre; the address names the run or the task that is shown (`run`, `task`). */
export default function SyncPage() {
  const [search] = useSearchParams()
  const [run, task] = [search.get('run'), search.get('task')]
  if (run) return <PlanPage key={run} id={run} />
  return task ? <WizardPage key={task} id={task} /> : <SyncCentre />
}
