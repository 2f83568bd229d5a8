import { flowProblems } from '@hufu/contract/governance/design'
import { expect, test } from 'vitest'
import {
  initialHistory,
  changed,
  flowOf,
  freeId,
  inserted,
  withStepOpen,
  moved,
  newStep,
  patched,
  redone,
  removed,
  undone,
  UNDO_MAX,
} from './draft.ts'

const steps = ['a', 'b', 'c'].map(id => ({ ...newStep(id, id), approverIds: ['1'] }))
const ids = (draft: { steps: readonly { id: string }[] } | undefined) => draft?.steps.map(step => step.id).join('')

test('X-WORKFLOW-09 a step is inserted below the selected card, moved within the line and removed', () => {
  expect(ids(inserted({ steps, at: 0 }, newStep('x', 'x')))).toBe('xabc')
  expect(inserted({ steps, at: 4 }, newStep('x', 'x'))).toMatchObject({ at: 4, steps: [{}, {}, {}, { id: 'x' }] })
  expect(ids(moved({ steps, at: 2 }, -1))).toBe('bac')
  expect(moved({ steps, at: 1 }, -1)).toBeUndefined()
  expect(moved({ steps, at: 3 }, 1)).toBeUndefined()
  expect(moved({ steps, at: 0 }, 1)).toBeUndefined()
  expect(removed({ steps, at: 3 })).toMatchObject({ at: 3, steps: [{ id: 'a' }, { id: 'b' }] })
  expect(freeId([newStep('n2', '')])).toBe('n3')
})

test('X-WORKFLOW-09 the designer sends a single line of steps that passes the shared check', () => {
  const flow = flowOf({ nodes: [] }, steps)
  expect(flow.edges).toEqual([
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'end' },
  ])
  expect(flow.nodes.map(node => node.y)).toEqual([0, 120, 240, 360, 480])
  expect(flowProblems(flow)).toEqual([])
  expect(flowProblems(flowOf({ nodes: [] }, [])).length).toBe(1)
})

test('X-WORKFLOW-09 changes are undone and redone, typing in one field counting as one, up to 50', () => {
  const begun = withStepOpen(initialHistory(steps), 1)
  const typed = ['一', '一审'].reduce((history, name) => changed(history, patched(history.now, { name }), 'a name'), begun)
  expect(typed.past.length).toBe(1)
  expect(undone(typed).now.steps[0]!.name).toBe('a')
  expect(redone(undone(typed)).now.steps[0]!.name).toBe('一审')
  expect(undone(initialHistory(steps)).now.steps).toBe(steps)
  let many = begun
  for (let n = 0; n < UNDO_MAX + 10; n++) many = changed(many, patched(many.now, { name: String(n) }))
  expect(many.past.length).toBe(UNDO_MAX)
  expect('ratio' in patched(begun.now, { ratio: undefined }).steps[0]!).toBe(false)
})
