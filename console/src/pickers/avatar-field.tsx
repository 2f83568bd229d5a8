import { file } from '@hufu/contract/operations/file'
import { addressOf } from '../platform/client.ts'
import { PictureButtons } from './picture-buttons.tsx'
import { text } from './text.ts'
import './avatar-field.css'

interface Props {
  name: string
  value?: string | null
  onChange?: (fileId: string | null) => void
  id?: string
}

/** The picture of a user; the server stores a sanitised copy. */
export function AvatarField({ name, value = null, onChange, id }: Props) {
  return (
    <div className="avatar-field">
      {value ? (
        <img className="avatar avatar-large" src={addressOf(file.download, { fileId: value })} alt="" />
      ) : (
        <span className="avatar avatar-large" aria-hidden="true">
          {[...name].at(-1)}
        </span>
      )}
      <div>
        <PictureButtons words={text.avatar} value={value} onChange={onChange} id={id} />
        <p className="avatar-hint">{text.avatar.hint}</p>
      </div>
    </div>
  )
}
