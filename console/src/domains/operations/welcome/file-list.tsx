import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import type { HomeFile } from '@hufu/contract/operations/notice'
import { addressOf } from '../../../platform/client.ts'
import { text } from './text.ts'

export function FileList({ files }: { files: readonly HomeFile[] }) {
  return (
    <section className="card">
      <h2 className="card-title">{text.documents}</h2>
      <ul className="file-list">
        {files.map(({ id, fileId, title }) => (
          <li key={id}>
            <a href={addressOf(file.download, { fileId })} download aria-label={text.download(title)}>
              <FileTextOutlined aria-hidden />
              <span>{title}</span>
              <DownloadOutlined aria-hidden className="file-fetch" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
