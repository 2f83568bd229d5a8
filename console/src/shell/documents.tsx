import { FileTextOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/file'
import { Button, Popover } from 'antd'
import { addressOf } from '../kernel/client.ts'
import { useHomeFiles } from './home-files.ts'
import { text } from './text.ts'

/** 文档下载: the files of the home page; absent where there are none (SHELL-08, -09). */
export function Documents() {
  const files = useHomeFiles()
  if (files.length === 0) return null
  const list = (
    <ul className="documents" aria-label={text.documents.label}>
      {files.map(one => (
        <li key={one.id}>
          <a href={addressOf(file.download, { fileId: one.fileId })} download aria-label={text.documents.download(one.title)}>
            <FileTextOutlined aria-hidden />
            {one.title}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <Popover title={text.documents.title} content={list} trigger="click" placement="bottomRight">
      <Button type="text" icon={<FileTextOutlined aria-hidden />}>
        {text.documents.title}
      </Button>
    </Popover>
  )
}
