import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { PictureButtons } from '../../../../pickers/picture-buttons.tsx'
import { text } from '../text.ts'

interface Props {
  name: string
  value?: string | null
  onChange?: (fileId: string | null) => void
  id?: string
}
const words = text.logo

/** The picture of an application; the server stores a sanitised copy. */
export function LogoField({ name, value = null, onChange, id }: Props) {
  return (
    <div className="app-logo">
      <AppLogo of={{ name, logo: value }} isLarge />
      <div>
        <PictureButtons words={words} value={value} onChange={onChange} id={id} />
        <p className="app-logo-hint">{words.hint}</p>
      </div>
    </div>
  )
}
