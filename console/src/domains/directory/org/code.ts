/** As the contract's orgCode: a hint while one types. */
export const CODE = /^[A-Za-z0-9_.-]{1,50}$/
