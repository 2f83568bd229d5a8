/** What a message by SMS is for. A code sent for one of these is good for it alone. */
export const SMS_TYPES = ['login', 'verify', 'recover', 'bind', 'password'] as const
export type SmsType = (typeof SMS_TYPES)[number]
