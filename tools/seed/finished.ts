import { task } from '@hufu/contract/task'
import type { Caller } from './caller.ts'

const POLL_MS = 100

/** Waits for a task; one that fails stops the seeding. */
export async function finished(caller: Caller, taskId: string): Promise<void> {
  for (;;) {
    const { status, message } = await caller.call(task.progress, { query: { taskId } })
    if (status === 'ERROR' || status === 'CANCEL') throw new Error(`示例数据写入失败：${message}`)
    if (status === 'FINISH') return
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
