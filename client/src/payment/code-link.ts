import { isInWechat } from './in-browser.ts'

/** machines a simulated channel runs on */
const thisMachine = ['127.0.0.1', 'localhost']

/**
 * Where the phone that shows an order's QR can go itself to pay: the address the QR holds, if Alipay's app takes it from a browser.
 * Null: it is no such address, or this is WeChat, which opens none.
 */
export function codeLink(
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
