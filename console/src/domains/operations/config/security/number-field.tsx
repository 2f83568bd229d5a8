import { securityBounds } from '@hufu/contract/operations/security'
import { InputNumber } from 'antd'

interface Props {
  of: keyof typeof securityBounds
  unit: string
  id?: string
  value?: number
  onChange?: (value: number) => void
  disabled?: boolean
}

/** A whole number within bounds; emptied, it becomes the least. */
export function NumberField({ of, unit, value, onChange, ...rest }: Props) {
  const [min, max] = securityBounds[of]
  return (
    <InputNumber
      style={{ width: 180 }}
      min={min}
      max={max}
      precision={0}
      suffix={unit}
      controls={false}
      value={value ?? min}
      onChange={typed => onChange?.(typed ?? min)}
      {...rest}
    />
  )
}
