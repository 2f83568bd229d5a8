export const text = {
  viewing: {
    label: '以他人视角查看',
    says: (name: string) => `正在以“${name}”的视角查看，只能查看，不能操作`,
    end: '退出',
  },
}
