import { file } from '@hufu/contract/operations/file'
import { addressOf } from '../platform/client.ts'
import './app-mark.css'

interface Props {
  of: { name: string; logo: string | null }
  isLarge?: boolean
}
const SHADES = 6

const shadeOf = (name: string) => [...name].reduce((sum, sign) => sum + sign.codePointAt(0)!, 0) % SHADES

/** The logo of an application, or its first letter on a colour. */
export function AppLogo({ of: { name, logo }, isLarge = false }: Props) {
  const size = isLarge ? 'app-mark app-mark-large' : 'app-mark'
  if (logo) return <img className={size} src={addressOf(file.download, { fileId: logo })} alt="" />
  const [first = ''] = name
  return (
    <span className={size} data-shade={shadeOf(name)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  )
}
