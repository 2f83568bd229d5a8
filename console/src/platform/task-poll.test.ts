import type { TaskProgress } from '@hufu/contract/task'
import { expect, test, vi } from 'vitest'
import { pollTask, type TaskEvents } from './task-poll.ts'
import { CallError, type Envelope } from './transport/wire.ts'

const task = (more: Partial<TaskProgress> = {}): TaskProgress => ({
  taskId: 't', stage: '正在处理', status: 'RUNNING', progress: 1, total: 2, message: '', percentage: 50, fileId: null, ...more,
}) // prettier-ignore
const good = <T>(data: T): Envelope<T> => ({ code: 'success', message: '', data })

/** A clock moved by hand and a server with prepared replies. */
function follow(states: (TaskProgress | Error)[], cancelled: Envelope<boolean> | Error = good(true), withDownload = true) {
  let waiting: { at: number; act: () => void } | undefined
  let now = 0
  const reads: number[] = []
  const notifier = { alert: vi.fn(), toast: vi.fn() }
  const events = { onChange: vi.fn(), onFinish: vi.fn(), onError: vi.fn(), onCancel: vi.fn(), onClose: vi.fn(), download: vi.fn() }
  const { download, ...others } = events
  const handlers: TaskEvents = withDownload ? { ...others, download } : others
  const polled = pollTask('t', handlers, {
    notifier,
    clock: {
      after(ms, act) {
        waiting = { at: now + ms, act }
        return () => (waiting = undefined)
      },
    },
    sender: {
      progress: async () => {
        reads.push(now)
        const state = states.length > 1 ? states.shift()! : states[0]!
        if (state instanceof Error) throw state
        return good(state)
      },
      cancel: async () => {
        if (cancelled instanceof Error) throw cancelled
        return cancelled
      },
    },
  })
  const settle = () => new Promise(resolve => setTimeout(resolve))
  async function pass(ms: number) {
    await settle()
    for (const end = now + ms; waiting && waiting.at <= end; await settle()) {
      const { at, act } = waiting
      waiting = undefined
      now = at
      act()
    }
  }
  return { polled, reads, notifier, events, pass, settle }
}

test('TASK-03 TASK-17 CONST-18 a running task is polled every 1500 ms', async () => {
  const { reads, pass } = follow([task({ status: 'WAIT' }), task()])
  await pass(4600)
  expect(reads).toEqual([0, 1500, 3000, 4500])
})

test('TASK-04 TASK-05 TASK-07 TASK-08 FINISH sets 100, stops, closes and reports once', async () => {
  const { reads, events, pass } = follow([task(), task({ status: 'FINISH', percentage: 80 })])
  await pass(20_000)
  expect(reads).toEqual([0, 1500])
  expect(events.onChange.mock.lastCall?.[0]).toMatchObject({ status: 'FINISH', percentage: 100 })
  expect(events.onFinish).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ taskId: 't', percentage: 100 }))
  expect(events.onClose).toHaveBeenCalledTimes(1)
})

test('TASK-06 at FINISH the file is downloaded if requested and there is one', async () => {
  const wanted = follow([task({ status: 'FINISH', fileId: 'f' })])
  await wanted.settle()
  expect(wanted.events.download).toHaveBeenCalledExactlyOnceWith('f')
  const none = follow([task({ status: 'FINISH' })])
  await none.settle()
  expect(none.events.download).not.toHaveBeenCalled()
  const unwanted = follow([task({ status: 'FINISH', fileId: 'f' })], good(true), false)
  await unwanted.settle()
  expect(unwanted.events.download).not.toHaveBeenCalled()
})

test('TASK-09 CANCEL stops the polling with the message 任务取消成功', async () => {
  const { reads, notifier, events, pass } = follow([task({ status: 'CANCEL' })])
  await pass(5000)
  expect(reads).toEqual([0])
  expect(notifier.toast.mock.calls).toEqual([['任务取消成功', 5000, 'success']])
  expect(events.onCancel).toHaveBeenCalledTimes(1)
})

test.each([
  ['x', 'x'],
  ['', '任务执行失败'],
])('TASK-10 TASK-11 TASK-12 ERROR with message %j stops, shows %j for 5000 ms and reports once', async (message, shown) => {
  const { reads, notifier, events, pass } = follow([task({ status: 'ERROR', message })])
  await pass(5000)
  expect(reads).toEqual([0])
  expect(notifier.toast.mock.calls).toEqual([[shown, 5000, 'error']])
  expect(events.onError).toHaveBeenCalledExactlyOnceWith(shown)
  expect(events.onClose).toHaveBeenCalledTimes(1)
})

test('TASK-13 cancel answered true: 任务取消成功, shown once although the state CANCEL follows (O-51)', async () => {
  const { polled, notifier, events, settle } = follow([task(), task({ status: 'CANCEL' })])
  await settle()
  await polled.cancel()
  expect(notifier.toast.mock.calls).toEqual([['任务取消成功', 5000, 'success']])
  expect(events.onCancel).toHaveBeenCalledTimes(1)
})

test('TASK-14 TASK-15 cancel answered false: the alert, then the final state is read and handled', async () => {
  const { polled, reads, notifier, events, settle } = follow([task(), task({ status: 'FINISH' })], good(false))
  await settle()
  await polled.cancel()
  expect(notifier.alert.mock.calls).toEqual([['提示', '任务已经执行结束，本次取消任务操作无效。']])
  expect(reads).toHaveLength(2)
  expect(events.onFinish).toHaveBeenCalledTimes(1)
})

test.each([
  ['TASK-16', new Error('m'), ['m']],
  ['TASK-16', new Error(''), ['取消失败']],
  ['TASK-16', { code: '10', message: 'm', data: null }, ['m']],
  ['TASK-16 told already', new CallError('m', { isShown: true }), []],
])('%s a cancel that fails otherwise shows the message or 取消失败, and the task is still polled', async (_id, answer, shown) => {
  const { polled, reads, notifier, pass, settle } = follow([task()], answer)
  await settle()
  await polled.cancel()
  expect(notifier.toast.mock.calls).toEqual(shown.map(sentence => [sentence, 5000, 'error']))
  await pass(1500)
  expect(reads).toEqual([0, 1500])
})

test('D-50 a rejected progress call counts as ERROR, and is not reported twice', async () => {
  const { notifier, events, reads, pass } = follow([new CallError('任务不存在或已过期', { isShown: true })])
  await pass(5000)
  expect(reads).toEqual([0])
  expect(notifier.toast).not.toHaveBeenCalled()
  expect(events.onError).toHaveBeenCalledExactlyOnceWith('任务不存在或已过期')
})

test('转入后台: a stopped poll sends nothing more and reports nothing', async () => {
  const { polled, reads, events, pass } = follow([task(), task({ status: 'FINISH' })])
  await pass(0)
  polled.stop()
  await pass(5000)
  expect(reads).toEqual([0])
  expect(events.onFinish).not.toHaveBeenCalled()
})
