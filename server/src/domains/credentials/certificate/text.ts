import type { CertificateReason } from '../../../outside/certificate/certificate.ts'

/** The reasons in the login log behind the one sentence callers get. */
export const reasons: Readonly<Record<CertificateReason | 'nonceUnknown', string>> = {
  nonceUnknown: '（随机数已使用、已过期或不是本系统签发）',
  unreadable: '（证书或签名格式不正确）',
  unsupported: '（不支持的证书算法或版本）',
  weakKey: '（证书密钥强度不足）',
  notYetValid: '（证书尚未生效）',
  expired: '（证书已过期）',
  authorityUnknown: '（证书不是由受信任的CA签发）',
  notAuthority: '（签发者不具备CA资格）',
  isAuthority: '（CA证书不能用于登录）',
  pathTooLong: '（证书链超出CA允许的层级）',
  usageWrong: '（证书用途不允许身份认证）',
  criticalExtension: '（证书含有无法识别的关键扩展）',
  revoked: '（证书已被吊销）',
  revocationUnknown: '（没有有效的证书吊销列表）',
  signatureWrong: '（签名不正确）',
}
