import { CloseOutlined, DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import { task as calls, type TaskProgress } from '@hufu/contract/task'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { download, notifier, send } from '../platform/client.ts'
import { ERROR_MS } from '../platform/constants.ts'
import { type PolledTask, pollTask } from '../platform/task-poll.ts'
import { Popover } from '../ui/popover.tsx'
import { dropTasks, endTask, type BackgroundTask } from '../ui/dialog/background-tasks.ts'
import { Ago } from '../ui/list/time.tsx'
import { text } from './text.ts'
import './task-centre.css'

const words = text.tasks
const sender = {
  progress: (taskId: string) => send(calls.progress, { query: { taskId } }),
  cancel: (taskId: string) => send(calls.cancel, { query: { taskId } }),
}

/** Background tasks: progress and results. */
export default function TaskCentre({ tasks }: { tasks: readonly BackgroundTask[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const watched = usePolledTasks(tasks)
  const running = tasks.filter(task => !task.end).length
  const close = () => {
    anchor?.focus()
    setAnchor(undefined)
  }
  const byKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  return (
    <>
      <Button
        type="text"
        icon={<UnorderedListOutlined aria-hidden />}
        aria-expanded={anchor !== undefined}
        onClick={event => (anchor ? close() : setAnchor(event.currentTarget))}
      >
        {running > 0 ? words.running(running) : words.title}
      </Button>
      {anchor && (
        <Popover anchor={anchor} at="end" onClose={() => setAnchor(undefined)} onKeyDown={byKey}>
          <ul className="tasks" aria-label={words.title} tabIndex={-1} ref={takeFocus}>
            {tasks.map(task => (
              <Row key={task.taskId} task={task} now={watched.now.get(task.taskId)} onCancel={() => watched.cancel(task.taskId)} />
            ))}
          </ul>
          {tasks.length > running && (
            <Button type="link" size="small" onClick={() => dropTasks(task => task.end !== undefined)}>
              {words.clear}
            </Button>
          )}
        </Popover>
      )}
    </>
  )
}

const takeFocus = (list: HTMLElement | null) => list?.focus()

interface RowProps {
  task: BackgroundTask
  now: TaskProgress | undefined
  onCancel: () => void
}
function Row({ task: { taskId, title, since, end }, now, onCancel }: RowProps) {
  const { fileId } = end ?? { fileId: null }
  return (
    <li className="task">
      <span className="task-words">
        <span className="task-title">{title}</span>
        <span className="task-state">
          {end ? words.ends[end.status] : words.progress(now?.stage ?? words.waiting, now?.percentage ?? 0)}
          {end?.message && ` · ${end.message}`} · <Ago at={stamp(since)} />
        </span>
      </span>
      {!end && (
        <Button size="small" aria-label={words.cancelOf(title)} onClick={onCancel}>
          {words.cancel}
        </Button>
      )}
      {fileId !== null && (
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          aria-label={words.downloadOf(title)}
          onClick={() => void download(file.download, { query: { fileId } }).catch(() => undefined)}
        >
          {words.download}
        </Button>
      )}
      {end && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={words.dropOf(title)}
          onClick={() => dropTasks(task => task.taskId === taskId)}
        />
      )}
    </li>
  )
}

/** Polls each task to its end, which is stored, so that nothing is announced again after a reload. */
function usePolledTasks(tasks: readonly BackgroundTask[]) {
  const [now, setNow] = useState<ReadonlyMap<string, TaskProgress>>(new Map())
  const polled = useRef(new Map<string, PolledTask>())
  useEffect(() => {
    for (const { taskId, title, end } of tasks) {
      if (end || polled.current.has(taskId)) continue
      const events = {
        onChange: (state: TaskProgress) => setNow(states => new Map(states).set(taskId, state)),
        onFinish: ({ message, fileId }: TaskProgress) => {
          endTask(taskId, { status: 'FINISH', message, fileId })
          notifier.toast(words.finished(title), ERROR_MS, 'success')
        },
        onError: (message: string) => endTask(taskId, { status: 'ERROR', message, fileId: null }),
        onCancel: () => endTask(taskId, { status: 'CANCEL', message: '', fileId: null }),
      }
      polled.current.set(taskId, pollTask(taskId, events, { sender, notifier }))
    }
    for (const [taskId, one] of polled.current) {
      if (tasks.some(task => task.taskId === taskId)) continue
      one.stop()
      polled.current.delete(taskId)
    }
  }, [tasks])
  useEffect(() => {
    const all = polled.current
    return () => {
      for (const one of all.values()) one.stop()
      all.clear()
    }
  }, [])
  return { now, cancel: (taskId: string) => void polled.current.get(taskId)?.cancel() }
}

/** Formats a time as the server does, in China's time zone. */
const stamp = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
