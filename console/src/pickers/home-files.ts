import type { HomeFile } from '@hufu/contract/operations/notice'
import { createContext, use } from 'react'

/** The files of the home page, requested once when the shell starts. */
export const HomeFilesContext = createContext<readonly HomeFile[]>([])
export const useHomeFiles = () => use(HomeFilesContext)
