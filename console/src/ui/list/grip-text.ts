export const text = {
  grip: (name: string) => `移动 ${name}，按 Alt+↑ 或 Alt+↓`,
  hint: '拖动，或按 Alt+↑、Alt+↓ 调整顺序',
} as const
