import { createContext } from 'react'

/** Below it a field says in words what it holds, and nothing can be changed in it. */
export const AsWords = createContext(false)
