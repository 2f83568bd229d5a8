/** Sentences of records about gateways that failed. */
export const text = {
  unreachable: (reason: string) => `短信网关无响应（${reason}）`,
  notUnderstood: (status: number) => `短信网关的应答无法识别（HTTP ${status}）`,
} as const
