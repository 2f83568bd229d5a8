import { createStore, useStore } from './store.ts'

/** An error of this browser, for /log (D-67): in memory only, without query strings and bodies. */
export interface LoggedError {
  key: number
  time: string
  message: string
  stack: string
  address: string
}

const MAX = 100
const log = createStore<{ errors: readonly LoggedError[] }>({ errors: [] })
let nextKey = 1

export function recordError(error: unknown, address = here()): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  const entry = { key: nextKey++, time: new Date().toLocaleString('sv-SE'), message, stack: withoutQueries(stack ?? ''), address }
  log.set({ errors: [entry, ...log.get().errors].slice(0, MAX) })
}

export const loggedErrors = (): readonly LoggedError[] => log.get().errors
export const useLoggedErrors = (): readonly LoggedError[] => useStore(log, value => value.errors)
export const clearErrors = (): void => log.set({ errors: [] })

/** Errors of calls are recorded where they arise. */
const isRecorded = (reason: { name?: string } | undefined) => reason?.name === 'CallError'

/** Records failures of work that nobody awaits. */
export function inBackground(work: Promise<unknown> | void): void {
  work?.catch(reason => isRecorded(reason) || recordError(reason))
}

/** Records otherwise uncaught errors. */
export function watchErrors(): void {
  addEventListener('error', event => recordError(event.error ?? event.message))
  addEventListener('unhandledrejection', event => {
    if (isRecorded(event.reason)) event.preventDefault()
    else recordError(event.reason)
  })
}

const here = () => (typeof location === 'undefined' ? '' : location.pathname)
const withoutQueries = (stack: string) => stack.replaceAll(/\?[^\s:)]*/g, '')
