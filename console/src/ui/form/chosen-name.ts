import type { SelectProps } from 'antd'
import { text } from '../text.ts'

/** What a select says of a value that has no name: before the names are there nothing is known, and nobody is shown an id. */
export const chosenName =
  (names: readonly unknown[] | undefined): NonNullable<SelectProps['labelRender']> =>
  ({ label }) =>
    label ?? (names === undefined ? '…' : text.gone)
