import { createContext } from 'react'

/** Fields inside show their value as text and cannot be edited. */
export const ReadOnlyText = createContext(false)
