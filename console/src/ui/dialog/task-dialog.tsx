import { file } from '@hufu/contract/operations/file'
import { task, type TaskProgress } from '@hufu/contract/task'
import { Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { download, notifier, send } from '../../platform/client.ts'
import { PROGRESS_WIDTH } from '../../platform/constants.ts'
import { type PolledTask, pollTask } from '../../platform/task-poll.ts'
import { useFocusReturn } from '../focus-return.ts'
import { dropTasks, leaveTask } from './left-tasks.ts'
import { text } from '../text.ts'

const sender = {
  progress: (taskId: string) => send(task.progress, { query: { taskId } }),
  cancel: (taskId: string) => send(task.cancel, { query: { taskId } }),
}

interface Props {
  taskId: string
  title?: string
  /** Fetch the file of the task as soon as it is there. */
  downloads?: boolean
  onFinish?: (task: TaskProgress) => void
  onError?: (message: string) => void
  /** After the end, and when the task is left to itself. */
  onClose: () => void
}

/** Waits for a task in sight of the person: stage, share, a way to end it and a way to leave it running (TASK-03 to -17). */
export function TaskDialog(props: Props) {
  const { taskId, title, onClose } = props
  useFocusReturn()
  const [now, setNow] = useState<TaskProgress>()
  const [cancelling, setCancelling] = useState(false)
  const events = useRef(props)
  const polled = useRef<PolledTask>(undefined)
  useEffect(() => {
    events.current = props
  })
  useEffect(() => {
    // Whoever looks at it here is not told of it elsewhere too.
    dropTasks(task => task.taskId === taskId)
    const own = pollTask(
      taskId,
      {
        onChange: setNow,
        onFinish: done => events.current.onFinish?.(done),
        onError: message => events.current.onError?.(message),
        onClose: () => events.current.onClose(),
        download: fileId => events.current.downloads && void download(file.download, { query: { fileId } }),
      },
      { sender, notifier },
    )
    polled.current = own
    return () => own.stop()
  }, [taskId])
  // A reload, or another address: the server goes on, so it is found again under 我的任务.
  useEffect(() => {
    const keep = () => leaveTask(taskId, title ?? text.task.title)
    const seen = ({ persisted }: PageTransitionEvent) => persisted && dropTasks(task => task.taskId === taskId)
    addEventListener('pagehide', keep)
    addEventListener('pageshow', seen)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', seen)
    }
  }, [taskId, title])
  const leave = () => {
    leaveTask(taskId, title ?? text.task.title)
    onClose()
  }
  const cancel = async () => {
    setCancelling(true)
    await polled.current?.cancel()
    setCancelling(false)
  }
  return (
    <Modal
      open
      title={title ?? text.task.title}
      width={PROGRESS_WIDTH}
      style={{ minWidth: 320 }}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button loading={cancelling} onClick={() => void cancel()}>
            {text.task.cancel}
          </Button>
          <Button type="primary" onClick={leave}>
            {text.task.background}
          </Button>
        </>
      }
    >
      <output className="task-stage">
        <span>{now?.stage || text.task.waiting}</span>
        {now !== undefined && now.total > 0 && <span className="task-count">{text.task.count(now.progress, now.total)}</span>}
      </output>
      <Progress percent={now?.percentage ?? 0} aria-label={title ?? text.task.title} />
    </Modal>
  )
}
