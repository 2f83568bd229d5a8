import { FileTextOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { addressOf } from '../platform/client.ts'
import { Popover } from '../ui/popover.tsx'
import { useHomeFiles } from '../pickers/home-files.ts'
import { text } from './text.ts'
import './documents.css'

/** 文档下载: the files of the home page; hidden if there are none. */
export default function Documents() {
  const files = useHomeFiles()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const byKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    anchor?.focus()
    setAnchor(undefined)
  }
  return (
    <>
      <Button
        type="text"
        className="documents-opener"
        title={text.documents.title}
        icon={<FileTextOutlined aria-hidden />}
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        {text.documents.title}
      </Button>
      {anchor && (
        <Popover anchor={anchor} at="end" onClose={() => setAnchor(undefined)} onKeyDown={byKey}>
          <p className="documents-title">{text.documents.title}</p>
          <ul className="documents" aria-label={text.documents.label}>
            {files.map((one, index) => (
              <li key={one.id}>
                <a
                  ref={index === 0 ? takeFocus : undefined}
                  href={addressOf(file.download, { fileId: one.fileId })}
                  download
                  aria-label={text.documents.download(one.title)}
                >
                  <FileTextOutlined aria-hidden />
                  {one.title}
                </a>
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  )
}

const takeFocus = (link: HTMLElement | null) => link?.focus()
