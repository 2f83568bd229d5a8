import type { SyncConfig } from '@hufu/contract/provisioning/sync'
import { Button, Form } from 'antd'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { StepList } from '../../../../ui/step-list.tsx'
import { ConnectStep } from './connect-step.tsx'
import type { Typed } from './draft.ts'
import { text as syncText } from '../text.ts'
import { usePlaces } from '../mapping/use-places.ts'
import { type StepKey, useWizard, type WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

// Loaded when a run is first watched.
const WatchedRun = lazyComponent(() => import('../list/watched-run.tsx'))
// Each step is loaded when it is reached.
const loadingView = () => <Skeleton lines={8} />
const ScopeStep = lazyComponent(() => import('./scope-step.tsx'), loadingView)
const MappingStep = lazyComponent(() => import('./mapping-step.tsx'), loadingView)
const PolicyStep = lazyComponent(() => import('./policy-step.tsx'), loadingView)
const PlanStep = lazyComponent(() => import('./plan-step.tsx'), loadingView)
const bodies: Readonly<Record<StepKey, (props: { of: WizardState }) => React.ReactNode>> = {
  connect: ConnectStep,
  scope: ScopeStep,
  mapping: MappingStep,
  policy: PolicyStep,
  plan: PlanStep,
}
const isLeft = (from: URL, to: URL) => from.pathname !== to.pathname || from.searchParams.get('task') !== to.searchParams.get('task')

interface Props {
  /** Absent: a new one. */
  of: SyncConfig | undefined
  initial: Typed
}

/** 连接 → 范围 → 字段映射 → 策略 → 计划. */
export function Wizard({ of, initial }: Props) {
  const state = useWizard(of, initial)
  const places = usePlaces()
  const { steps, step, runs } = state
  const Body = bodies[steps[step]!]
  return (
    <Page
      title={of ? text.editOf(of.name) : text.add}
      description={text.description}
      actions={<Button onClick={places.toCentre}>{syncText.back}</Button>}
    >
      <Card>
        <StepList label={text.stepsLabel} names={steps.map(key => text.steps[key])} now={step} onGo={target => void state.go(target)} />
      </Card>
      <Form<Typed>
        form={state.form}
        name="sync"
        layout="vertical"
        initialValues={initial}
        onValuesChange={state.touch}
        className="sync-wizard"
        // Enter in a field leads to the next step, as the button does.
        onFinish={() => void state.next()}
      >
        <Card>
          <Body of={state} />
        </Card>
        <Footer of={state} />
      </Form>
      <UnsavedGuard when={state.isDirty} isLeft={isLeft} onGo={state.forget} />
      {runs.watched && <WatchedRun of={runs.watched} onClose={places.toCentre} onPlan={places.toRun} />}
    </Page>
  )
}

function Footer({ of: state }: { of: WizardState }) {
  const { stored, step, steps, typed } = state
  const isLast = step === steps.length - 1
  return (
    <div className="sync-foot">
      {step > 0 && <Button onClick={() => void state.go(step - 1)}>{text.previous}</Button>}
      <span className="sync-foot-end">
        {(stored || isLast) && (
          <Button loading={state.isSaving} onClick={() => void state.save(false)}>
            {text.save}
          </Button>
        )}
        {isLast && typed.direction === 'in' && state.mayRun && (
          <Button type="primary" loading={state.isSaving} onClick={() => void state.save(true)}>
            {text.saveAndRun}
          </Button>
        )}
        {!isLast && (
          <Button type="primary" htmlType="submit">
            {text.next}
          </Button>
        )}
      </span>
    </div>
  )
}
