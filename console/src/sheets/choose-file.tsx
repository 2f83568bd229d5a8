import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { importMaxBytes } from '@hufu/contract/import'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../platform/client.ts'
import type { SheetImport } from './sheet-import.ts'
import { text } from './text.ts'
import type { Import, Stage } from './use-import.ts'

interface Props {
  kind: SheetImport
  course: Import
  stage: Stage
  blockedBecause: string | undefined
}

export function ChooseFile({ kind, course, stage, blockedBecause }: Props) {
  const [busy, setBusy] = useState(false)
  const getTemplate = async () => {
    setBusy(true)
    // A refusal has been shown by the client.
    const got = await download(kind.template).then(
      () => true,
      () => false,
    )
    setBusy(false)
    if (got) course.gotTemplate()
  }
  return (
    <div className="import-choose">
      <section className="import-box">
        <h2 className="import-title">{text.template.title}</h2>
        <p className="import-hint">{kind.hint}</p>
        <p className="import-hint">{text.template.hint}</p>
        <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void getTemplate()}>
          {text.template.get(kind.label)}
        </Button>
      </section>
      <section className="import-box">
        <h2 className="import-title">{text.upload.title}</h2>
        {kind.Before && <kind.Before />}
        {stage.at === 'checking' ? (
          <Checking fileName={stage.fileName} onStop={course.again} />
        ) : (
          <DropZone blockedBecause={blockedBecause} onFile={file => void course.check(file, problemOf(file))} />
        )}
        <p className="import-problem" role="alert">
          {stage.at === 'choose' && stage.problem}
        </p>
        <p className="import-hint">{text.upload.limits}</p>
        <p className="import-hint">{text.upload.safe}</p>
      </section>
    </div>
  )
}

/** The browser's own file input over the whole field, so that click, Enter and drop all reach it. */
function DropZone({ onFile, blockedBecause }: Pick<Props, 'blockedBecause'> & { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  return (
    <label className={over ? 'drop-zone drop-over' : 'drop-zone'}>
      <input
        type="file"
        className="drop-input"
        accept=".xlsx,.csv,text/csv"
        disabled={blockedBecause !== undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={event => {
          const file = event.target.files?.[0]
          // Choosing the same file again, once corrected, must count as a change.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <InboxOutlined aria-hidden className="drop-icon" />
      {blockedBecause ?? text.upload.drop}
    </label>
  )
}

function Checking({ fileName, onStop }: { fileName: string; onStop: () => void }) {
  return (
    <div className="drop-zone drop-busy">
      <output>{text.upload.checking(fileName)}</output>
      <i className="drop-bar" aria-hidden="true" />
      <Button size="small" onClick={onStop}>
        {text.upload.stop}
      </Button>
    </div>
  )
}

function problemOf({ name, size }: File): string | undefined {
  if (!/\.(?:xlsx|csv)$/i.test(name)) return text.upload.otherFormat
  if (size === 0) return text.upload.empty
  return size > importMaxBytes ? text.upload.tooLarge : undefined
}
