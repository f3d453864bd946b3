/** Whether the page is open inside WeChat. WeChat's payment page opens only in other browsers. */
export const isInWechat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent)

/** Browsers of mini programs and 企业微信 look like WeChat but cannot pay. */
export const canPayInWechat = (userAgent: string): boolean =>
  isInWechat(userAgent) && !/wxwork|miniProgram/i.test(userAgent)

/** Opens the payment page by a link that sends a referrer, because the payment channel refuses visitors without one. */
export function openPaymentPage(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.referrerPolicy = 'origin'
  link.click()
}
