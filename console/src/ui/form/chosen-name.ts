import type { SelectProps } from 'antd'
import { text } from '../text.ts'

/** The label of a selected value without a known name: loading, then unknown, and never an id. */
export const chosenName =
  (names: readonly unknown[] | undefined): NonNullable<SelectProps['labelRender']> =>
  ({ label }) =>
    label ?? (names === undefined ? '…' : text.gone)
