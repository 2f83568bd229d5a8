/** What a record says of a gateway that did not answer as it should. */
export const text = {
  unreachable: (reason: string) => `短信网关无响应（${reason}）`,
  notUnderstood: (status: number) => `短信网关的应答无法识别（HTTP ${status}）`,
} as const
