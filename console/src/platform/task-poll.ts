import type { TaskProgress } from '@hufu/contract/task'
import { ERROR_MS, TASK_POLL_MS } from './constants.ts'
import { inBackground } from './error-log.ts'
import type { Notifier } from './transport/intercept-response.ts'
import { text } from './text.ts'
import { CallError, ok, type Envelope } from './transport/wire.ts'

export interface TaskSender {
  progress(taskId: string): Promise<Envelope<TaskProgress>>
  cancel(taskId: string): Promise<Envelope<boolean>>
}
/** Timers, replaced in tests. */
export interface Clock {
  after(ms: number, act: () => void): () => void
}
export interface TaskEvents {
  /** Called with every state read, the last one included. */
  onChange?: (task: TaskProgress) => void
  onFinish?: (task: TaskProgress) => void
  onError?: (message: string) => void
  onCancel?: () => void
  /** Called after FINISH, CANCEL and ERROR, to close the dialog. */
  onClose?: () => void
  /** Called at FINISH if there is a file; absent: no download. */
  download?: (fileId: string) => void
}
export interface PolledTask {
  /** Asks the server to end the task. */
  cancel(): Promise<void>
  /** Stops polling; the task continues. */
  stop(): void
}

export const realClock: Clock = {
  after(ms, act) {
    const handle = setTimeout(act, ms)
    return () => clearTimeout(handle)
  },
}

interface PollOptions {
  sender: TaskSender
  notifier: Pick<Notifier, 'alert' | 'toast'>
  clock?: Clock
}

/** Polls one task to its end (specification section 4): reads, waits 1500 ms, reads again; never two reads at once. */
export function pollTask(taskId: string, events: TaskEvents, { sender, notifier, clock = realClock }: PollOptions): PolledTask {
  let over = false
  let reading = false
  let readAgain = false
  let isCancelShown = false
  let forgetNext = () => {}

  const end = (then: () => void) => {
    over = true
    forgetNext()
    then()
    events.onClose?.()
  }
  // O-51: the answer to cancel and the state CANCEL show one message together.
  const tellCancelled = () => {
    if (!isCancelShown) notifier.toast(text.task.cancelled, ERROR_MS, 'success')
    isCancelShown = true
  }
  const fail = (message: string, isShown: boolean) =>
    end(() => {
      if (!isShown) notifier.toast(message || text.task.failed, ERROR_MS, 'error')
      events.onError?.(message || text.task.failed)
    })

  function take(task: TaskProgress) {
    if (task.status === 'FINISH') return finish({ ...task, percentage: 100 })
    events.onChange?.(task)
    if (task.status === 'ERROR') return fail(task.message, false)
    if (task.status === 'CANCEL')
      return end(() => {
        tellCancelled()
        events.onCancel?.()
      })
    forgetNext = clock.after(TASK_POLL_MS, () => void read())
  }
  function finish(task: TaskProgress) {
    events.onChange?.(task)
    end(() => {
      if (task.fileId) events.download?.(task.fileId)
      events.onFinish?.(task)
    })
  }
  async function read(): Promise<void> {
    if (over) return
    if (reading) {
      readAgain = true
      return
    }
    forgetNext()
    reading = true
    const { task, error } = await ask(() => sender.progress(taskId))
    reading = false
    if (over) return
    // D-50: a refused progress call counts as ERROR.
    if (!task) return fail(error.message, error.isShown)
    take(task)
    if (readAgain) {
      readAgain = false
      inBackground(read())
    }
  }
  async function cancel(): Promise<void> {
    if (over) return
    const { task: wasRunning, error } = await ask(() => sender.cancel(taskId))
    if (over) return
    if (error) {
      if (!error.isShown) notifier.toast(error.message || text.task.cancelFailed, ERROR_MS, 'error')
      return
    }
    if (wasRunning) tellCancelled()
    else notifier.alert(text.alertTitle, text.task.alreadyOver)
    await read()
  }

  inBackground(read())
  return {
    cancel,
    stop() {
      over = true
      forgetNext()
    },
  }
}

type TaskError = { message: string; isShown: boolean }
/** The data of a successful reply, or the problem and whether the user has seen it. */
async function ask<R>(question: () => Promise<Envelope<R>>): Promise<{ task: R; error?: never } | { task?: never; error: TaskError }> {
  try {
    const answer = await question()
    if (ok(answer)) return { task: answer.data }
    return { error: { message: answer.message, isShown: answer.status === false } }
  } catch (error) {
    if (error instanceof CallError) return { error }
    return { error: { message: error instanceof Error ? error.message : '', isShown: false } }
  }
}
