import { t } from '../language.ts'
/** Problems of a registration token. */
export const text = {
  host: t(
    '主机名不正确，应如 client.example.com、*.example.com 或 127.0.0.1，不含协议、端口和路径',
    'A host is a name such as client.example.com, *.example.com or 127.0.0.1, without scheme, port and path',
  ),
  scheme: t('自有协议不正确，应为倒写的域名，如 com.example.app', 'An own scheme is a reversed domain name, such as com.example.app'),
  list: t(
    (most: number) => `每类不能超过${most}项，且不能重复`,
    most => `At most ${most} of each, none of them twice`,
  ),
  grants: t('请至少选择一种授权方式', 'Choose at least one grant type'),
  places: t('请至少填写一个允许的回调主机或自有协议', 'Enter at least one redirect host or scheme'),
  uses: t('注册次数应为1至10000', 'The number of registrations is from 1 to 10000'),
} as const
