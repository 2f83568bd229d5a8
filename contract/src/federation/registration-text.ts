/** Problems of a registration token. */
export const text = {
  host: '主机名不正确，应如 client.example.com、*.example.com 或 127.0.0.1，不含协议、端口和路径',
  scheme: '自有协议不正确，应为倒写的域名，如 com.example.app',
  list: (most: number) => `每类不能超过${most}项，且不能重复`,
  grants: '请至少选择一种授权方式',
  places: '请至少填写一个允许的回调主机或自有协议',
  uses: '注册次数应为1至10000',
} as const
