/** The form of the contract's orgCode, for a hint while typing. */
export const CODE = /^[A-Za-z0-9_.-]{1,50}$/
