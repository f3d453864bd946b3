import { isInWechat } from './in-browser.ts'

const thisMachine = ['127.0.0.1', 'localhost']

/** Returns null inside WeChat and where no app accepts the address. */
export function paymentCodeLink(
  { payType, codeUrl }: { payType: string; codeUrl: string | null },
  userAgent: string,
): string | null {
  if (payType !== 'ALIPAY' || !codeUrl || isInWechat(userAgent)) return null
  const url = URL.parse(codeUrl)
  if (!url || url.username) return null
  const alipays = url.protocol === 'https:' && `.${url.hostname}`.endsWith('.alipay.com')
  const simulated = url.protocol === 'http:' && thisMachine.includes(url.hostname)
  return alipays || simulated ? url.href : null
}
