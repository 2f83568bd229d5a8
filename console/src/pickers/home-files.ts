import type { HomeFile } from '@hufu/contract/operations/notice'
import { createContext, use } from 'react'

/** The files of the home page, asked for once at the start of the shell. */
export const HomeFilesContext = createContext<readonly HomeFile[]>([])
export const useHomeFiles = () => use(HomeFilesContext)
