import { file } from '@hufu/contract/operations/file'
import { task, type TaskProgress } from '@hufu/contract/task'
import { Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { download, notifier, send } from '../../platform/client.ts'
import { PROGRESS_WIDTH } from '../../platform/constants.ts'
import { type PolledTask, pollTask } from '../../platform/task-poll.ts'
import { useFocusReturn } from '../focus-return.ts'
import { dropTasks, moveToBackground } from './background-tasks.ts'
import { text } from '../text.ts'

const sender = {
  progress: (taskId: string) => send(task.progress, { query: { taskId } }),
  cancel: (taskId: string) => send(task.cancel, { query: { taskId } }),
}

interface Props {
  taskId: string
  title?: string
  /** Downloads the file of the task when it is ready. */
  downloads?: boolean
  onFinish?: (task: TaskProgress) => void
  onError?: (message: string) => void
  /** Called after the end, and when the task continues in the background. */
  onClose: () => void
}

/** Shows a running task: stage and progress, with buttons to cancel it or leave it running. */
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
    // A task watched here is not also shown among the background tasks.
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
  // After a reload or navigation the server continues, and the task is under 我的任务.
  useEffect(() => {
    const keep = () => moveToBackground(taskId, title ?? text.task.title)
    const seen = ({ persisted }: PageTransitionEvent) => persisted && dropTasks(task => task.taskId === taskId)
    addEventListener('pagehide', keep)
    addEventListener('pageshow', seen)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', seen)
    }
  }, [taskId, title])
  const leave = () => {
    moveToBackground(taskId, title ?? text.task.title)
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
