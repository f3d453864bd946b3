/** Whether this is WeChat's own browser: from every other one its payment can be opened. */
export const isInWechat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent)

/** Whether it can be asked to pay by itself: mini programs and 企业微信 have browsers alike that cannot. */
export const paysInWechat = (userAgent: string): boolean =>
  isInWechat(userAgent) && !/wxwork|miniProgram/i.test(userAgent)

/**
 * Goes to where an order is paid in this browser. The channel shows nothing to whoever comes from nowhere: it hears which
 * site sends them, and no more than that.
 */
export function goToPay(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.referrerPolicy = 'origin'
  link.click()
}
