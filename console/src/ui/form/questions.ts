import { Modal } from 'antd'

/** antd's questions and alerts, loaded when the first is shown. */
export const put = Modal.confirm
export const warn = Modal.warning
export const dropAll = Modal.destroyAll
