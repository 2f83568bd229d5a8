import { text } from './text.ts'

import { INITIAL_PASSWORD_MAX, PASSWORD_LONGEST, PASSWORD_MAX, PASSWORD_MIN } from '@hufu/contract/credentials/password-terms'

export { REQUEST_TIMEOUT } from '@hufu/contract/timeouts'
export { INITIAL_PASSWORD_MAX, PASSWORD_LONGEST, PASSWORD_MAX, PASSWORD_MIN }
export const INPUT_MAX = 50
/** Remark, opinion, address (D-14). */
export const REMARK_MAX = 200

export const TOKEN_KEY = 'idaas-token'
/** Set and cleared by the server; not HttpOnly, so that the form can show the name. */
export const REMEMBERED_NAME_COOKIE = 'idaas-remember-name'

export const WARNING_MS = 8000
export const ERROR_MS = 5000
export const CONFIG_MS = 3000
/** A message with 撤销 (decision 0141). */
export const UNDO_MS = 10_000
/** A file of 50 MB over a slow connection takes longer than any other call. */
export const UPLOAD_TIMEOUT = 600_000
/** O-67: the longest wait for the server at sign-out. */
export const LOGOUT_TIMEOUT = 3000
export const TASK_POLL_MS = 1500
export const DEBOUNCE_MS = 300
export const SCROLL_LOAD_PX = 10

export const DIALOG_WIDTH = 550
export const SMALL_DIALOG_WIDTH = 400
/** For two lists side by side. */
export const WIDE_DIALOG_WIDTH = 760
export const PROGRESS_WIDTH = '30%'
export const TOOLS_SHOWN = 2

export const VERSION_LABEL = text.versionLabel
export const VERSION_VALUE = 'v0.0.0'
