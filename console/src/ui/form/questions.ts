import { Modal } from 'antd'

/** antd's questions and alerts: they come over the line when the first one is put (questions are rare, dialogs heavy). */
export const put = Modal.confirm
export const warn = Modal.warning
export const dropAll = Modal.destroyAll
