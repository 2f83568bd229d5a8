import { reviewText } from '@hufu/contract/governance/review-text'
import { workflow } from '@hufu/contract/governance/workflow'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty, Loaded, Skeleton, together } from '../../../ui/states.tsx'
import { text } from './design-text.ts'

// Loaded in parallel with the workflow.
const Designer = lazyComponent(
  () => import('./designer.tsx'),
  () => <Skeleton lines={12} />,
)

/** The steps of one workflow, which the address names. */
export default function DesignPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const found = useCall(workflow.byId, { query: { id }, enabled: id !== '', quietly: true })
  const design = useCall(workflow.design, { query: { id }, enabled: id !== '', quietly: true })
  if (id === '') return <NothingChosen />
  return (
    <Page
      title={found.data ? text.titleOf(found.data.name) : text.title}
      description={found.data && text.description(reviewText.objectType[found.data.bizType])}
    >
      <Loaded of={together({ found, design })} lines={12} fresh>
        {all => <Designer key={id} of={all.found} design={all.design} />}
      </Loaded>
    </Page>
  )
}

function NothingChosen() {
  const navigate = useNavigate()
  return (
    <Page title={text.title}>
      <Card>
        <Empty
          title={text.missing}
          hint={text.missingHint}
          action={<Button onClick={() => void navigate('/devops/workflow')}>{text.back}</Button>}
        />
      </Card>
    </Page>
  )
}
